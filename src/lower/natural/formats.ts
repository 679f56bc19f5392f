/** Formats the `strict` subset accepts; the grammar enforces them. */
export const STRICT_FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Formats `ajv-formats` checks on strings or numbers; the rest of the OpenAPI registry carries no rule. */
export const CHECKED_FORMATS: ReadonlySet<string> = new Set([
  ...STRICT_FORMATS,
  'uri-reference',
  'uri-template',
  'regex',
  'json-pointer',
  'relative-json-pointer',
  'byte',
  'int32',
]);

/** Formats that tell the model nothing beyond the type. */
export const SILENT_FORMATS: ReadonlySet<string> = new Set([
  'int32',
  'int64',
  'float',
  'double',
  'string',
  'binary',
  'number',
  'integer',
  'boolean',
  'decimal128',
]);

/** Digits of a 64-bit integer in a string. */
export const INT64_DIGITS = '^-?[0-9]{1,20}$';
