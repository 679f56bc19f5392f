import type { BodyDescriptor, XmlNode } from '../contract.js';
import { plainText } from '../json/write.js';
import { wellFormed } from '../text.js';

type Definitions = Readonly<Record<string, XmlNode>>;

/** Writes a body as XML by the names of the document (OpenAPI, XML Object). Values are data: they never become markup. */
export function writeXml(value: unknown, body: BodyDescriptor): string {
  const definitions = body.xmlDefs ?? {};
  const node = resolved(body.xml ?? {}, definitions);
  const name = node.name ?? 'root';
  if (!Array.isArray(value)) return `<?xml version="1.0" encoding="UTF-8"?>${element(name, value, node, definitions)}`;
  const item = resolved(node.items ?? {}, definitions);
  const inner = value.map((each) => element(item.name ?? name, each, item, definitions)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>${wrap(name, namespaceOf(node), inner, node)}`;
}

function resolved(node: XmlNode, definitions: Definitions): XmlNode {
  if (node.ref === undefined || !Object.hasOwn(definitions, node.ref)) return node;
  const { ref, ...own } = node;
  const target = definitions[ref] ?? {};
  return { ...target, ...own };
}

/** Keeps a name inside XML's alphabet. */
function safeName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_.:-]/gu, '_');
  return /^[\p{L}_]/u.test(safe) ? safe : `_${safe}`;
}

function escapeText(text: string): string {
  return wellFormed(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

function textOf(value: unknown, node: XmlNode): string {
  const text = plainText(value);
  return node.cdata === true ? `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : escapeText(text);
}

function namespaceOf(node: XmlNode): string {
  if (node.namespace === undefined) return '';
  const prefix = node.prefix === undefined ? '' : `:${safeName(node.prefix)}`;
  return ` xmlns${prefix}="${escapeText(node.namespace)}"`;
}

function wrap(name: string, attributes: string, inner: string, node: XmlNode): string {
  const full = safeName(node.prefix === undefined ? name : `${node.prefix}:${name}`);
  return inner === '' ? `<${full}${attributes}/>` : `<${full}${attributes}>${inner}</${full}>`;
}

function element(name: string, value: unknown, node: XmlNode, definitions: Definitions): string {
  if (value === undefined || value === null) {
    const nil = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';
    return value === null ? wrap(name, namespaceOf(node) + nil, '', node) : '';
  }
  if (typeof value !== 'object') return wrap(name, namespaceOf(node), textOf(value, node), node);
  if (Array.isArray(value)) return value.map((item) => element(name, item, node, definitions)).join('');
  const { attributes, inner } = contents(value, node, definitions);
  return wrap(name, namespaceOf(node) + attributes, inner, node);
}

interface Contents {
  attributes: string;
  inner: string;
}

/** Attributes and children that the members of an object give to their element. */
function contents(value: object, node: XmlNode, definitions: Definitions): Contents {
  let attributes = '';
  let inner = '';
  for (const [key, member] of Object.entries(value)) {
    const child = resolved(ownChild(node, key), definitions);
    if (child.attribute === true) attributes += attribute(child.name ?? key, member, child);
    else if (child.text === true) inner += member === null || member === undefined ? '' : textOf(member, child);
    else if (child.inline === true && isPlainObject(member)) {
      const nested = contents(member, child, definitions);
      attributes += nested.attributes;
      inner += nested.inner;
    } else inner += memberXml(key, member, child, definitions);
  }
  return { attributes, inner };
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownChild(node: XmlNode, key: string): XmlNode {
  return node.properties !== undefined && Object.hasOwn(node.properties, key) ? (node.properties[key] ?? {}) : {};
}

function attribute(name: string, value: unknown, node: XmlNode): string {
  if (value === undefined || value === null) return '';
  const full = node.prefix === undefined ? name : `${node.prefix}:${name}`;
  const text = escapeText(plainText(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
  return `${namespaceOf(node)} ${safeName(full)}="${text}"`;
}

/** A member: a list is repeated elements named by its items, inside one element where `wrapped`. */
function memberXml(key: string, value: unknown, node: XmlNode, definitions: Definitions): string {
  if (!Array.isArray(value)) return element(node.name ?? key, value, node, definitions);
  const item = resolved(node.items ?? {}, definitions);
  // The name of a list that is not wrapped has no effect (OpenAPI 3.1, XML Object examples).
  const name = item.name ?? (node.wrapped === true ? node.name : undefined) ?? key;
  const inner = value.map((each) => element(name, each, item, definitions)).join('');
  return node.wrapped === true ? wrap(node.name ?? key, namespaceOf(node), inner, node) : inner;
}
