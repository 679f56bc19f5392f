/** Opens and closes a placeholder: `%%NAME%%`, which no Markdown or JavaScript of ours holds otherwise. */
const PLACEHOLDER = /%%([A-Z_]+)%%/g;

/**
 * Fills a template in one pass: what is filled in is never looked at again. Throws when the template has a placeholder
 * without a value, or a value has no placeholder.
 */
export function fillTemplate(
  templates: Readonly<Record<string, string>>,
  name: string,
  values: Readonly<Record<string, string>>,
): string {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (template === undefined) throw new Error(`There is no template ${name}`);
  const used = new Set<string>();
  const text = template.replaceAll('\r\n', '\n').replace(PLACEHOLDER, (_, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) throw new Error(`Template ${name} asks for ${key}, which is unknown`);
    used.add(key);
    return value;
  });
  const unused = Object.keys(values).filter((key) => !used.has(key));
  if (unused.length > 0) throw new Error(`Template ${name} has no place for ${unused.join(', ')}`);
  return text;
}
