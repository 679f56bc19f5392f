/** The files of a version: some change, one stays, one is of this version alone. */
export function versionOf(version: string): { path: string; text: string }[];
