// biome-ignore-all lint: a reference checker, kept as it was written
// biome-ignore-all format: as above
// biome-ignore-all assist: as above
// Checks an array of Claude tools against the rules of the Messages API and, for tools with `strict: true`,
// against the strict JSON Schema subset. Plain Node (>= 20), no dependencies. Rules: claude-tool-use.md, 3 to 5.
//
//   node strict-check.mjs [--all] [--json] [--quiet] [--warnings-as-errors] tools.json...
//
// A file holds an array of tools, or an object with a `tools` array. "-" reads standard input.
// --all   apply the strict subset to every tool, flagged or not (limits still count flagged tools only)
// Exit: 0 clean, 1 violations found, 2 wrong usage or unreadable input.
//
// As a module: checkTools(tools, { all }) -> { ok, errors, warnings, totals }.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const LIMITS = {
  strictTools: 20,
  optionalParameters: 24,
  unionParameters: 16,
  deferredTools: 10_000,
  cacheBreakpoints: 4,
  definitionBytes: 4_194_304,
};
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
export const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
export const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);

const TOOL_FIELDS = new Set(['name', 'description', 'input_schema', 'type', 'strict', 'cache_control', 'defer_loading',
  'input_examples', 'allowed_callers', 'eager_input_streaming']);
const BUILT_IN_NAMES = new Set(['bash', 'str_replace_based_edit_tool', 'memory', 'computer', 'web_search', 'web_fetch',
  'code_execution', 'tool_search_tool_regex', 'tool_search_tool_bm25', 'advisor']);
const TYPES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);
const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', '$schema']);
const SUBSET = new Set([...ANNOTATIONS, 'type', 'properties', 'required', 'additionalProperties', 'enum', 'const', 'anyOf',
  'allOf', '$ref', '$defs', 'definitions', 'format', 'pattern', 'items', 'minItems']);
const REFUSED = new Map(Object.entries({
  oneOf: 'use anyOf', not: 'drop it and say it in words', if: 'drop it', then: 'drop it', else: 'drop it',
  minimum: 'say it in the description', maximum: 'say it in the description', exclusiveMinimum: 'say it in the description',
  exclusiveMaximum: 'say it in the description', multipleOf: 'say it in the description',
  minLength: 'say it in the description', maxLength: 'say it in the description',
  maxItems: 'say it in the description', uniqueItems: 'say it in the description', contains: 'drop it',
  minContains: 'drop it', maxContains: 'drop it', prefixItems: 'tuples cannot be expressed', additionalItems: 'drop it',
  unevaluatedItems: 'drop it', minProperties: 'drop it', maxProperties: 'drop it', propertyNames: 'drop it',
  patternProperties: 'maps cannot be expressed', dependentRequired: 'drop it', dependentSchemas: 'drop it',
  dependencies: 'drop it', unevaluatedProperties: 'drop it',
}));
const SCHEMA_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
// Characters that hide or reorder text: bidi controls, zero-width, tag characters, other C0/C1 controls.
const HIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
const QUANTIFIER_SOFT_MAX = 64;

const isObject = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);
const own = (o, k) => Object.prototype.hasOwnProperty.call(o, k);
const pointer = (path) => path.map((p) => '/' + String(p).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
const show = (v) => { const s = JSON.stringify(v); return s.length > 60 ? s.slice(0, 57) + '...' : s; };
const wellFormed = (s) => (s.isWellFormed ? s.isWellFormed() : !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(s));

export function checkTools(tools, options = {}) {
  const errors = [];
  const warnings = [];
  const totals = { tools: 0, strictTools: 0, optionalParameters: 0, unionParameters: 0, deferredTools: 0 };
  const add = (list) => (index, name, path, rule, message) => list.push({ tool: index, name, path: pointer(path), rule, message });
  const error = add(errors);
  const warn = add(warnings);

  if (!Array.isArray(tools)) {
    error(-1, null, [], 'tools-array', 'the input is not an array of tools');
    return { ok: false, errors, warnings, totals };
  }
  totals.tools = tools.length;
  const names = new Map();
  let breakpoints = 0;

  tools.forEach((tool, i) => {
    if (!isObject(tool)) return error(i, null, [], 'tool-object', 'not an object');
    const name = typeof tool.name === 'string' ? tool.name : null;
    const at = (list, path, rule, message) => list(i, name, path, rule, message);

    // --- name
    if (name === null) at(error, ['name'], 'tool-name', 'a name is required and must be a string');
    else {
      if (!TOOL_NAME.test(name)) at(error, ['name'], 'tool-name', `${show(name)} does not match ^[a-zA-Z0-9_-]{1,64}$` + (name.length > 64 ? ` (${name.length} characters)` : ''));
      if (names.has(name)) at(error, ['name'], 'tool-name-unique', `the name is already used by tool ${names.get(name)}`);
      else {
        const lower = name.toLowerCase();
        for (const [other, j] of names) if (other.toLowerCase() === lower) at(warn, ['name'], 'tool-name-case', `differs from tool ${j} (${show(other)}) only by letter case`);
        names.set(name, i);
      }
      if (BUILT_IN_NAMES.has(name)) at(warn, ['name'], 'tool-name-shadow', `${show(name)} is the name of an Anthropic-defined tool`);
    }

    // --- other fields
    for (const key of Object.keys(tool)) if (!TOOL_FIELDS.has(key)) at(error, [key], 'tool-field', 'unknown field; the API does not take extra fields');
    if (own(tool, 'type') && tool.type !== 'custom' && tool.type !== null) at(error, ['type'], 'tool-type', `a tool with input_schema has type "custom" or none, not ${show(tool.type)}`);
    if (own(tool, 'strict') && typeof tool.strict !== 'boolean') at(error, ['strict'], 'tool-strict', 'must be true or false');
    if (own(tool, 'description')) {
      if (typeof tool.description !== 'string') at(error, ['description'], 'tool-description', 'must be a string (null is refused; leave the key out)');
      else if (!tool.description.trim()) at(warn, ['description'], 'tool-description', 'empty; the model chooses tools by their description');
    } else at(warn, ['description'], 'tool-description', 'missing; the model chooses tools by their description');
    if (own(tool, 'defer_loading') && typeof tool.defer_loading !== 'boolean') at(error, ['defer_loading'], 'defer-loading', 'must be true or false');
    if (tool.defer_loading === true) totals.deferredTools++;
    if (tool.cache_control !== undefined && tool.cache_control !== null) {
      breakpoints++;
      const c = tool.cache_control;
      if (!isObject(c) || c.type !== 'ephemeral') at(error, ['cache_control'], 'cache-control', 'must be {"type":"ephemeral"}');
      else if (own(c, 'ttl') && !['5m', '1h'].includes(c.ttl)) at(error, ['cache_control', 'ttl'], 'cache-control', `ttl must be "5m" or "1h", not ${show(c.ttl)}`);
      if (tool.defer_loading === true) at(error, ['cache_control'], 'cache-control', 'not allowed together with defer_loading');
    }
    if (own(tool, 'allowed_callers')) {
      if (!Array.isArray(tool.allowed_callers)) at(error, ['allowed_callers'], 'allowed-callers', 'must be an array');
      else if (tool.strict === true && tool.allowed_callers.some((c) => c !== 'direct')) at(error, ['allowed_callers'], 'allowed-callers', 'a strict tool cannot be called from code execution');
    }
    if (tool.strict === true && tool.eager_input_streaming === true) at(warn, ['eager_input_streaming'], 'eager-strict', 'effect together with strict is not documented');
    eachString(tool, [], (s, path, isKey) => {
      if (!wellFormed(s)) at(error, path, 'lone-surrogate', 'contains a lone surrogate; the whole request would fail');
      else if (HIDDEN.test(s)) at(warn, path, 'hidden-character', `${isKey ? 'the key' : 'the text'} contains a control, bidi or zero-width character (U+${s.match(HIDDEN)[0].codePointAt(0).toString(16).toUpperCase().padStart(4, '0')})`);
    });

    // --- schema
    const strict = tool.strict === true;
    if (strict) totals.strictTools++;
    if (!isObject(tool.input_schema)) return at(error, ['input_schema'], 'input-schema', 'input_schema is required and must be an object');
    const ctx = new SchemaCheck(tool.input_schema, strict || options.all === true,
      (path, rule, m) => at(error, ['input_schema', ...path], rule, m), (path, rule, m) => at(warn, ['input_schema', ...path], rule, m));
    try { ctx.run(); } catch (x) {
      if (!(x instanceof RangeError)) throw x;
      at(error, ['input_schema'], 'too-deep', 'the schema is nested too deeply to be read');
    }
    if (strict) { totals.optionalParameters += ctx.optional; totals.unionParameters += ctx.unions; }

    if (own(tool, 'input_examples')) {
      if (!Array.isArray(tool.input_examples)) at(error, ['input_examples'], 'input-examples', 'must be an array of objects');
      else tool.input_examples.forEach((ex, k) => {
        if (!isObject(ex)) return at(error, ['input_examples', k], 'input-examples', 'must be an object');
        const bad = validate(tool.input_schema, ex, tool.input_schema);
        if (bad) at(error, ['input_examples', k], 'input-examples', `does not fit input_schema: ${bad}`);
      });
    }
  });

  // --- whole request
  const all = (rule, message) => error(-1, null, [], rule, message);
  if (totals.strictTools > LIMITS.strictTools) all('limit-strict-tools', `${totals.strictTools} strict tools; at most ${LIMITS.strictTools} in one request`);
  if (totals.optionalParameters > LIMITS.optionalParameters) all('limit-optional', `${totals.optionalParameters} optional parameters over the strict tools; at most ${LIMITS.optionalParameters}`);
  if (totals.unionParameters > LIMITS.unionParameters) all('limit-unions', `${totals.unionParameters} union-typed schemas over the strict tools; at most ${LIMITS.unionParameters}`);
  if (totals.deferredTools > LIMITS.deferredTools) all('limit-deferred', `${totals.deferredTools} deferred tools; at most ${LIMITS.deferredTools}`);
  if (tools.length > 0 && totals.deferredTools === tools.length) all('all-deferred', 'every tool has defer_loading: at least one must not');
  if (breakpoints > LIMITS.cacheBreakpoints) all('cache-control', `${breakpoints} cache breakpoints; at most ${LIMITS.cacheBreakpoints}`);
  let bytes = 0;
  try { bytes = Buffer.byteLength(JSON.stringify(tools)); } catch { /* nested too deeply: reported above */ }
  if (bytes > LIMITS.definitionBytes) all('limit-size', `${bytes} bytes of definitions; at most ${LIMITS.definitionBytes}`);
  if (totals.tools - totals.deferredTools > 50) warn(-1, null, [], 'many-tools', `${totals.tools - totals.deferredTools} tools are visible at once; choice quality falls beyond 30 to 50`);
  return { ok: errors.length === 0, errors, warnings, totals };
}

class SchemaCheck {
  constructor(root, strict, error, warn) {
    Object.assign(this, { root, strict, error, warn, optional: 0, unions: 0, leaves: 0, enumValues: 0, usedRefs: new Set() });
  }

  run() {
    const r = this.root;
    if (r.type !== 'object') this.error(['type'], 'root-type', 'the root must have type "object"');
    for (const k of ['oneOf', 'anyOf', 'allOf']) if (own(r, k)) this.error([k], 'root-combinator', `${k} is not allowed at the top level of input_schema`);
    this.visit(r, []);
    this.cycles();
    this.count(r, new Set());
    if (this.strict) {
      if (this.leaves > 60) this.warn([], 'grammar-size', `${this.leaves} properties; grammars of about 60 passed and of about 100 failed`);
      if (this.enumValues > 160) this.warn([], 'grammar-size', `${this.enumValues} enum values; sets of 160 to 240 can fail to compile`);
    }
    for (const box of ['$defs', 'definitions']) if (isObject(r[box])) {
      for (const k of Object.keys(r[box])) if (![...this.usedRefs].some((u) => u === `#/${box}/${escapePtr(k)}` || u.startsWith(`#/${box}/${escapePtr(k)}/`))) this.warn([box, k], 'unused-definition', 'no $ref leads here; it only costs tokens');
    }
  }

  visit(s, path) {
    if (typeof s === 'boolean') return this.strict ? this.error(path, 'boolean-schema', 'true/false schemas have no type; not expressible in strict mode') : undefined;
    if (!isObject(s)) return this.error(path, 'schema', 'not a schema');
    this.wellFormedKeywords(s, path);
    if (this.strict) this.subset(s, path);

    for (const box of ['properties', '$defs', 'definitions']) {
      if (!isObject(s[box])) continue;
      for (const [k, sub] of Object.entries(s[box])) {
        if (box === 'properties' && !PROPERTY_KEY.test(k)) this.error([...path, box, k], 'property-key', `the key ${show(k)} does not match ^[a-zA-Z0-9_.-]{1,64}$`);
        this.visit(sub, [...path, box, k]);
      }
    }
    for (const k of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems']) {
      if (isObject(s[k])) this.visit(s[k], [...path, k]);
      else if (k === 'items' && s[k] === true && this.strict) this.error([...path, k], 'boolean-schema', 'items: true has no type');
    }
    for (const k of ['anyOf', 'allOf', 'oneOf', 'prefixItems']) if (Array.isArray(s[k])) s[k].forEach((sub, i) => this.visit(sub, [...path, k, i]));
  }

  // Things that make the schema invalid under 2020-12 (checked for every tool).
  wellFormedKeywords(s, path) {
    const e = (k, m) => this.error([...path, k], 'schema-invalid', m);
    if (own(s, 'type')) {
      const t = s.type;
      if (Array.isArray(t)) {
        if (!t.length || t.some((x) => !TYPES.has(x)) || new Set(t).size !== t.length) e('type', `not a list of distinct JSON Schema types: ${show(t)}`);
      } else if (!TYPES.has(t)) e('type', `${show(t)} is not a JSON Schema type`);
    }
    if (own(s, 'properties') && !isObject(s.properties)) e('properties', 'must be an object');
    if (own(s, 'required')) {
      if (!Array.isArray(s.required) || s.required.some((x) => typeof x !== 'string')) e('required', 'must be an array of strings');
      else if (new Set(s.required).size !== s.required.length) e('required', 'names must be distinct');
      else if (isObject(s.properties) || s.additionalProperties === false) {
        for (const n of s.required) if (!own(s.properties ?? {}, n)) {
          if (s.additionalProperties === false) this.error([...path, 'required'], 'required-unknown', `${show(n)} is required but is not in properties, so nothing can match`);
          else this.warn([...path, 'required'], 'required-unknown', `${show(n)} is required but not described`);
        }
      }
    }
    if (own(s, 'enum') && (!Array.isArray(s.enum) || !s.enum.length)) e('enum', 'must be a non-empty array');
    for (const k of ['exclusiveMinimum', 'exclusiveMaximum', 'minimum', 'maximum', 'multipleOf']) if (own(s, k) && typeof s[k] !== 'number') e(k, 'must be a number (a boolean is the OpenAPI 3.0 / draft-04 form)');
    for (const k of ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']) if (own(s, k) && !(Number.isInteger(s[k]) && s[k] >= 0)) e(k, 'must be a non-negative integer');
    if (Array.isArray(s.items)) e('items', 'the array form belongs to older drafts; one schema is required');
    else if (own(s, 'items') && typeof s.items !== 'boolean' && !isObject(s.items)) e('items', 'must be a schema');
    for (const k of ['anyOf', 'allOf', 'oneOf']) if (own(s, k) && (!Array.isArray(s[k]) || !s[k].length)) e(k, 'must be a non-empty array');
    if (own(s, 'pattern')) {
      if (typeof s.pattern !== 'string') e('pattern', 'must be a string');
      else try { new RegExp(s.pattern, 'u'); } catch (x) { e('pattern', `not a valid regular expression: ${x.message}`); }
    }
    if (own(s, '$ref') && typeof s.$ref !== 'string') e('$ref', 'must be a string');
    if (own(s, '$schema') && !SCHEMA_2020.test(String(s.$schema))) e('$schema', `${show(s.$schema)} is not draft 2020-12`);
    for (const k of ['title', 'description', 'format']) if (own(s, k) && typeof s[k] !== 'string') e(k, 'must be a string');
  }

  subset(s, path) {
    const e = (k, rule, m) => this.error([...path, k], rule, m);
    for (const k of Object.keys(s)) {
      if (SUBSET.has(k)) continue;
      if (REFUSED.has(k)) e(k, 'strict-keyword', `"${k}" is not supported in strict mode; ${REFUSED.get(k)}`);
      else e(k, 'strict-unknown-keyword', `"${k}" is in no list of supported keywords; leave it out`);
    }
    const types = Array.isArray(s.type) ? s.type : s.type === undefined ? [] : [s.type];
    const combinator = own(s, 'anyOf') || own(s, 'allOf') || own(s, 'oneOf');
    const literal = own(s, 'enum') || own(s, 'const');
    if (!types.length && !combinator && !literal && !own(s, '$ref')) this.error(path, 'strict-typeless', 'no type, enum, const, anyOf, allOf or $ref: a free-form value cannot be expressed');

    if (own(s, '$ref') && typeof s.$ref === 'string') {
      const r = s.$ref;
      if (!r.startsWith('#')) e('$ref', 'strict-ref-external', `${show(r)} points outside the schema`);
      else if (r === '#' || r === '#/') e('$ref', 'strict-recursion', 'a reference to the root is recursive');
      else if (resolve(this.root, r) === undefined) e('$ref', 'strict-ref-missing', `${show(r)} leads nowhere`);
      else this.usedRefs.add(r);
      const extra = Object.keys(s).filter((k) => k !== '$ref' && k !== '$defs' && k !== 'definitions' && !ANNOTATIONS.has(k));
      if (extra.length) this.warn(path, 'ref-siblings', `keywords beside $ref (${extra.join(', ')}) are dropped by the SDK transformer`);
    }
    if (Array.isArray(s.allOf)) s.allOf.forEach((m, i) => { if (isObject(m) && own(m, '$ref')) this.error([...path, 'allOf', i, '$ref'], 'strict-allof-ref', '$ref inside allOf is not supported; inline it'); });

    if (own(s, 'enum') && Array.isArray(s.enum)) {
      if (s.enum.some((v) => v !== null && typeof v === 'object')) e('enum', 'strict-enum', 'only strings, numbers, booleans and null are allowed');
      if (Array.isArray(s.type)) e('enum', 'strict-enum', 'enum together with a type array is refused; use anyOf');
      else if (typeof s.type === 'string') for (const v of s.enum) if (!fitsType(v, s.type)) e('enum', 'strict-enum', `${show(v)} does not match the declared type "${s.type}"`);
      const seen = new Map();
      for (const v of s.enum) {
        if (typeof v !== 'string') continue;
        const l = v.toLowerCase();
        if (seen.has(l)) this.warn([...path, 'enum'], 'enum-case', seen.get(l) === v ? `${show(v)} appears twice` : `${show(seen.get(l))} and ${show(v)} differ only by letter case, which the model does not keep`);
        else seen.set(l, v);
      }
    }
    if (own(s, 'const')) {
      if (s.const !== null && typeof s.const === 'object') e('const', 'strict-const', 'only a scalar can be relied on');
      else if (typeof s.type === 'string' && !fitsType(s.const, s.type)) e('const', 'strict-const', `${show(s.const)} does not match the declared type "${s.type}"`);
    }
    if (types.includes('object') || own(s, 'properties')) {
      if (!own(s, 'additionalProperties')) this.error(path, 'strict-additional-properties', 'additionalProperties: false must be stated on every object');
      else if (s.additionalProperties !== false) e('additionalProperties', 'strict-additional-properties', `must be literally false, not ${show(s.additionalProperties)}`);
    } else if (own(s, 'additionalProperties') && s.additionalProperties !== false) e('additionalProperties', 'strict-additional-properties', 'must be literally false');
    if (types.includes('array') && !isObject(s.items)) this.error(path, 'strict-items', 'an array needs one schema in items');
    if (own(s, 'minItems') && s.minItems !== 0 && s.minItems !== 1) e('minItems', 'strict-min-items', 'only 0 and 1 are supported');
    if (own(s, 'format') && !FORMATS.has(s.format)) e('format', 'strict-format', `${show(s.format)} is not one of ${[...FORMATS].join(', ')}`);
    if (typeof s.pattern === 'string') this.pattern(s.pattern, [...path, 'pattern']);
    if (own(s, 'default') && types.length && !types.some((t) => fitsType(s.default, t))) this.warn([...path, 'default'], 'default-type', `${show(s.default)} does not match the declared type`);
  }

  pattern(p, path) {
    const bad = (m) => this.error(path, 'strict-pattern', `${m} is not supported in strict patterns: ${show(p)}`);
    let inClass = false;
    let starInGroup = [];
    for (let i = 0; i < p.length; i++) {
      const c = p[i];
      if (c === '\\') {
        const n = p[++i];
        if (inClass) { if (/[pP]/.test(n)) bad('a Unicode property class'); continue; }
        if (/[1-9]/.test(n)) bad('a back-reference');
        else if (n === 'k') bad('a named back-reference');
        else if (n === 'b' || n === 'B') bad('a word boundary');
        else if (/[pP]/.test(n)) bad('a Unicode property class');
        continue;
      }
      if (inClass) { if (c === ']') inClass = false; continue; }
      if (c === '[') { inClass = true; continue; }
      if (c === '(') {
        const m = /^\(\?(<?[=!]|<[A-Za-z_]|:)/.exec(p.slice(i));
        if (m && /[=!]/.test(m[1])) bad('lookahead or lookbehind');
        else if (m && m[1].startsWith('<')) bad('a named group');
        else if (p[i + 1] === '?' && !m) bad('this group form');
        starInGroup.push(false);
        if (p[i + 1] === '?') i += m ? m[0].length - 1 : 1;
        continue;
      }
      if (c === ')') {
        const inner = starInGroup.pop();
        if (inner && /^[*+]|^\{\d+,/.test(p.slice(i + 1))) this.warn(path, 'pattern-backtracking', `nested quantifiers can take exponential time in a validator: ${show(p)}`);
        if (starInGroup.length && inner) starInGroup[starInGroup.length - 1] = true;
        continue;
      }
      if (c === '*' || c === '+') { if (starInGroup.length) starInGroup[starInGroup.length - 1] = true; continue; }
      if (c === '{') {
        const m = /^\{(\d+)(,(\d*))?\}/.exec(p.slice(i));
        if (!m) continue;
        const hi = Math.max(Number(m[1]), m[3] ? Number(m[3]) : 0);
        if (hi > QUANTIFIER_SOFT_MAX) this.warn(path, 'pattern-quantifier', `large repeat counts are refused (limit unpublished): ${m[0]}`);
        if (m[2] && starInGroup.length) starInGroup[starInGroup.length - 1] = true;
      }
    }
  }

  cycles() {
    const seen = new Set();
    const reported = new Set();
    const walk = (node, stack) => {
      if (!isObject(node) && !Array.isArray(node)) return;
      if (isObject(node) && typeof node.$ref === 'string' && node.$ref.startsWith('#/')) {
        const r = node.$ref;
        if (stack.includes(r)) {
          const loop = [...stack.slice(stack.indexOf(r)), r];
          const key = [...new Set(loop)].sort().join();
          if (!reported.has(key)) { reported.add(key); if (this.strict) this.error([], 'strict-recursion', `circular reference: ${loop.join(' -> ')}`); }
          return;
        }
        const target = resolve(this.root, r);
        const key = r + '|' + stack.join();
        if (target !== undefined && !seen.has(key) && seen.size < 20_000) { seen.add(key); walk(target, [...stack, r]); }
      }
      for (const [k, v] of Object.entries(node)) if (k !== 'default' && k !== 'examples' && k !== 'enum' && k !== 'const') walk(v, stack);
    };
    walk(this.root, []);
    this.cyclic = reported.size > 0;
  }

  // Optional and union parameters, references expanded (the compiler sees every use).
  count(node, stack, budget = { n: 200_000 }) {
    if (!isObject(node) || budget.n-- <= 0) return;
    if (typeof node.$ref === 'string') {
      if (stack.has(node.$ref)) return;
      const target = resolve(this.root, node.$ref);
      if (target !== undefined) this.count(target, new Set([...stack, node.$ref]), budget);
    }
    if (Array.isArray(node.anyOf) || (Array.isArray(node.type) && node.type.length > 1)) this.unions++;
    if (Array.isArray(node.enum)) this.enumValues += node.enum.length;
    if (isObject(node.properties)) {
      const req = new Set(Array.isArray(node.required) ? node.required : []);
      for (const [k, sub] of Object.entries(node.properties)) { this.leaves++; if (!req.has(k)) this.optional++; this.count(sub, stack, budget); }
    }
    if (isObject(node.items)) this.count(node.items, stack, budget);
    for (const k of ['anyOf', 'allOf', 'oneOf']) if (Array.isArray(node[k])) for (const sub of node[k]) this.count(sub, stack, budget);
  }
}

const escapePtr = (k) => k.replaceAll('~', '~0').replaceAll('/', '~1');
function resolve(root, ref) {
  if (!ref.startsWith('#/')) return undefined;
  let node = root;
  for (const raw of ref.slice(2).split('/')) {
    let k; try { k = decodeURIComponent(raw); } catch { k = raw; }
    k = k.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node === null || typeof node !== 'object' || !own(node, k)) return undefined;
    node = node[k];
  }
  return node;
}
function fitsType(v, t) {
  switch (t) {
    case 'null': return v === null;
    case 'array': return Array.isArray(v);
    case 'object': return isObject(v);
    case 'integer': return typeof v === 'number' && Number.isInteger(v);
    case 'number': return typeof v === 'number';
    default: return typeof v === t;
  }
}
function eachString(v, path, visit, depth = 0) {
  if (depth > 200) return;
  if (typeof v === 'string') visit(v, path, false);
  else if (Array.isArray(v)) v.forEach((x, i) => eachString(x, [...path, i], visit, depth + 1));
  else if (isObject(v)) for (const [k, x] of Object.entries(v)) { visit(k, [...path, k], true); eachString(x, [...path, k], visit, depth + 1); }
}
// Enough of a validator for examples: the subset's keywords. Returns null or the first problem.
function validate(s, v, root, where = '', depth = 0) {
  if (depth > 60 || s === true || !isObject(s)) return s === false ? `${where || '/'}: not allowed` : null;
  const here = where || '/';
  if (typeof s.$ref === 'string') { const t = resolve(root, s.$ref); const r = t === undefined ? null : validate(t, v, root, where, depth + 1); if (r) return r; }
  if (s.type !== undefined) { const ts = [].concat(s.type); if (!ts.some((t) => fitsType(v, t))) return `${here}: expected ${ts.join(' or ')}`; }
  if (Array.isArray(s.enum) && !s.enum.some((x) => JSON.stringify(x) === JSON.stringify(v))) return `${here}: not one of the enum values`;
  if (own(s, 'const') && JSON.stringify(s.const) !== JSON.stringify(v)) return `${here}: not the const value`;
  if (typeof s.pattern === 'string' && typeof v === 'string') { let re = null; try { re = new RegExp(s.pattern, 'u'); } catch { /* reported elsewhere */ } if (re && v.length < 1000 && !re.test(v)) return `${here}: does not match the pattern`; }
  if (isObject(v)) {
    for (const n of Array.isArray(s.required) ? s.required : []) if (!own(v, n)) return `${here}: ${show(n)} is missing`;
    for (const [k, x] of Object.entries(v)) {
      if (isObject(s.properties) && own(s.properties, k)) { const r = validate(s.properties[k], x, root, `${where}/${k}`, depth + 1); if (r) return r; }
      else if (s.additionalProperties === false) return `${here}: ${show(k)} is not a known property`;
    }
  }
  if (Array.isArray(v)) {
    if (typeof s.minItems === 'number' && v.length < s.minItems) return `${here}: fewer than ${s.minItems} items`;
    if (isObject(s.items)) for (let i = 0; i < v.length; i++) { const r = validate(s.items, v[i], root, `${where}/${i}`, depth + 1); if (r) return r; }
  }
  if (Array.isArray(s.allOf)) for (const m of s.allOf) { const r = validate(m, v, root, where, depth + 1); if (r) return r; }
  if (Array.isArray(s.anyOf) && !s.anyOf.some((m) => validate(m, v, root, where, depth + 1) === null)) return `${here}: no anyOf branch fits`;
  return null;
}

export function format(file, result, { quiet = false } = {}) {
  const line = (level) => (p) => `${file}: ${level}: ${p.tool >= 0 ? `tools[${p.tool}]${p.name ? ` ${p.name}` : ''} ` : ''}${p.path ? p.path + ' ' : ''}[${p.rule}] ${p.message}`;
  const out = result.errors.map(line('error'));
  if (!quiet) out.push(...result.warnings.map(line('warning')));
  const t = result.totals;
  out.push(`${file}: ${result.errors.length} error(s), ${result.warnings.length} warning(s); ${t.tools} tools, ${t.strictTools} strict (max ${LIMITS.strictTools}), ${t.optionalParameters} optional (max ${LIMITS.optionalParameters}), ${t.unionParameters} unions (max ${LIMITS.unionParameters})`);
  return out;
}

function main(argv) {
  const flags = new Set(argv.filter((a) => a.startsWith('--')));
  const files = argv.filter((a) => !a.startsWith('--'));
  const known = new Set(['--all', '--json', '--quiet', '--warnings-as-errors', '--help']);
  const unknown = [...flags].find((f) => !known.has(f));
  if (flags.has('--help') || unknown || files.length === 0) {
    const usage = 'usage: node strict-check.mjs [--all] [--json] [--quiet] [--warnings-as-errors] tools.json...';
    if (flags.has('--help') && !unknown) { console.log(usage); return 0; }
    console.error(unknown ? `unknown option ${unknown}\n${usage}` : usage);
    return 2;
  }
  let code = 0;
  const report = [];
  for (const file of files) {
    let data;
    try {
      data = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8').replace(/^\uFEFF/, ''));
    } catch (e) { console.error(`${file}: cannot be read: ${e.message}`); code = 2; continue; }
    const tools = Array.isArray(data) ? data : isObject(data) && Array.isArray(data.tools) ? data.tools : data;
    const result = checkTools(tools, { all: flags.has('--all') });
    const failed = !result.ok || (flags.has('--warnings-as-errors') && result.warnings.length > 0);
    if (failed && code === 0) code = 1;
    if (flags.has('--json')) report.push({ file, ...result });
    else console.log(format(file, result, { quiet: flags.has('--quiet') }).join('\n'));
  }
  if (flags.has('--json')) console.log(JSON.stringify(report, null, 2));
  return code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv.slice(2));
