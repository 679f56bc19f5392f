/** Whether npm takes a text as the name of a new package. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name);
}
