/** The folder of a package without `out`: its name without the scope. */
export const packageFolder = (name: string): string => name.replace(/^@[^/]*\//, '');
