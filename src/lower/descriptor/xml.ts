import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import type { XmlNode } from '../../runtime/contract.js';
import { bareRef } from '../prepare/refs.js';
import type { SchemaView } from '../prepare/schema-view.js';

export interface XmlPlan {
  readonly xml: XmlNode;
  readonly xmlDefs?: Readonly<Record<string, XmlNode>>;
}

/** How an XML body names and nests its parts (OpenAPI, XML Object). The root is named after its definition by default. */
export function describeXml(schema: Schema, view: SchemaView): XmlPlan {
  const definitions = new Map<string, XmlNode>();
  const root = describe(schema, view, definitions, 0);
  const name = bareRef(view.expand(schema));
  const target = name === undefined ? root : (definitions.get(name) ?? root);
  const xml: XmlNode = { ...target, name: target.name ?? name ?? 'root' };
  return definitions.size === 0 ? { xml } : { xml, xmlDefs: Object.fromEntries(definitions) };
}

function describe(schema: Schema, view: SchemaView, definitions: Map<string, XmlNode>, depth: number): XmlNode {
  if (depth > 100) return {};
  const shape = view.expand(schema);
  if (typeof shape === 'boolean') return {};
  const name = bareRef(shape);
  if (name === undefined) return describeShape(shape, view, definitions, depth);
  if (!definitions.has(name)) {
    definitions.set(name, {});
    const target = view.lookup(name);
    if (target !== undefined) definitions.set(name, describe(target, view, definitions, depth + 1));
  }
  return { ref: name, ...ownNames(shape) };
}

function describeShape(
  shape: SchemaObject,
  view: SchemaView,
  definitions: Map<string, XmlNode>,
  depth: number,
): XmlNode {
  const properties = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((part) => {
    const inner = part === shape ? shape : view.follow(part);
    return typeof inner === 'object' ? Object.entries(inner.properties ?? {}) : [];
  });
  const described = new Map<string, XmlNode>();
  for (const [name, property] of properties) {
    if (!described.has(name)) described.set(name, describe(property, view, definitions, depth + 1));
  }
  return {
    ...ownNames(shape),
    ...(described.size > 0 && { properties: Object.fromEntries(described) }),
    ...(shape.items !== undefined && { items: describe(shape.items, view, definitions, depth + 1) }),
  };
}

function ownNames({ xml }: SchemaObject): XmlNode {
  if (!xml) return {};
  return {
    ...(xml.name !== undefined && { name: xml.name }),
    ...(xml.namespace !== undefined && { namespace: xml.namespace }),
    ...(xml.prefix !== undefined && { prefix: xml.prefix }),
    ...((xml.attribute === true || xml.nodeType === 'attribute') && { attribute: true as const }),
    ...((xml.wrapped === true || xml.nodeType === 'element') && { wrapped: true as const }),
    ...((xml.nodeType === 'text' || xml.nodeType === 'cdata') && { text: true as const }),
    ...(xml.nodeType === 'cdata' && { cdata: true as const }),
    ...(xml.nodeType === 'none' && { inline: true as const }),
  };
}
