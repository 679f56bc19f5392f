/** Whether a spec is named by an http(s) URL. */
export const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);
