/** True where JSON can say the value: YAML and overlong exponents give numbers that it cannot (`.inf`, `1e400`). */
export function isJsonData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isJsonData);
}
