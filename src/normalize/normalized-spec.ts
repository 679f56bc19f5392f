import type { Diagnostic, SpecLocation } from '../diagnostics/diagnostic.js';

/**
 * The document in one form, whatever its version was: JSON Schema 2020-12 for schemas, every reference but those between
 * schemas resolved, every default of the specification written out. Plain data, shared freely, never changed.
 */
export interface NormalizedSpec {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers: readonly NormalizedServer[];
  readonly tags: readonly { readonly name: string; readonly description?: string; readonly extension?: unknown }[];
  readonly securitySchemes: ReadonlyMap<string, NormalizedSecurityScheme>;
  /** In document order: paths as they stand, operations of a path in the order GET, PUT, POST, DELETE, … of the document. */
  readonly operations: readonly NormalizedOperation[];
  /** Every schema that is the target of a `$ref` and reachable from an operation, by unique name. `$ref` is `#/$defs/<name>`. */
  readonly definitions: ReadonlyMap<string, Schema>;
  /** Where a schema (or other object of this form) came from. */
  readonly locate: (part: object) => SpecLocation | undefined;
  /** `x-tools-gen` of the document's root. */
  readonly extension?: unknown;
  /** Operations that could not be read at all: reported, counted as left out. */
  readonly unreadable: readonly { readonly method: string; readonly path: string; readonly reason: Diagnostic }[];
  readonly url?: string;
}

/** A schema of the normalized form: 2020-12 keywords plus `discriminator`, `xml`, `readOnly`, `writeOnly`, `deprecated`. */
export type Schema = boolean | SchemaObject;

export type TypeName = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

export interface SchemaObject {
  /** `#/$defs/<name>`, the name escaped as in a JSON pointer; siblings apply as well (2020-12). */
  readonly $ref?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  readonly xml?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly prefix?: string;
    readonly attribute?: boolean;
    readonly wrapped?: boolean;
    readonly nodeType?: string;
  };
}

export interface NormalizedServer {
  readonly url: string;
  readonly description?: string;
  readonly variables: ReadonlyMap<string, { readonly default: string; readonly enum?: readonly string[] }>;
}

export type NormalizedSecurityScheme =
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      readonly description?: string;
    }
  | { readonly type: 'http'; readonly scheme: string; readonly description?: string }
  | {
      readonly type: 'oauth2';
      readonly flows: ReadonlyMap<
        string,
        { readonly tokenUrl?: string; readonly refreshUrl?: string; readonly scopes: readonly string[] }
      >;
      readonly description?: string;
    }
  | { readonly type: 'openIdConnect'; readonly description?: string }
  | { readonly type: 'mutualTLS'; readonly description?: string };

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'querystring';
export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'
  | 'tabDelimited';

/** A parameter with the defaults of its location written out. Either `schema` or `content` describes its value. */
export interface NormalizedParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly description?: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  readonly schema: Schema;
  /** Media type, for a parameter described by `content`. */
  readonly contentType?: string;
  /** How the fields of that media type are sent, where it is a form and says so. */
  readonly encoding?: ReadonlyMap<string, NormalizedEncoding>;
}

export interface NormalizedEncoding {
  readonly contentType?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly headers: ReadonlyMap<string, Schema>;
}

export interface NormalizedMediaType {
  /** As written, for instance `application/json; charset=utf-8`. */
  readonly contentType: string;
  readonly schema: Schema;
  readonly encoding: ReadonlyMap<string, NormalizedEncoding>;
  /** 3.2: schema of one item of a sequence (`text/event-stream`, NDJSON). */
  readonly itemSchema?: Schema;
}

export interface NormalizedRequestBody {
  readonly description?: string;
  readonly required: boolean;
  /** In document order. */
  readonly content: readonly NormalizedMediaType[];
}

export interface NormalizedResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description?: string;
  readonly content: readonly NormalizedMediaType[];
}

export interface NormalizedOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly location: SpecLocation;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Those of the path item, overridden by the operation's own. */
  readonly parameters: readonly NormalizedParameter[];
  readonly requestBody?: NormalizedRequestBody;
  readonly responses: readonly NormalizedResponse[];
  /** The operation's, else the path item's; absent where only the document has servers. */
  readonly servers?: readonly NormalizedServer[];
  /** The operation's, else the document's. Absent: none is asked for. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** `x-tools-gen` of path item and operation, the nearest last. */
  readonly extensions: readonly unknown[];
}
