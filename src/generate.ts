// The pipeline on one screen; filled in once the stages stand.
export {};
