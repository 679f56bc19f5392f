import type { Diagnostic, SpecLocation } from '../diagnostics/diagnostic.js';
import type {
  NormalizedMediaType,
  NormalizedParameter,
  NormalizedResponse,
  Schema,
} from '../normalize/normalized-spec.js';
import type {
  BodyKind,
  Effect,
  JsonValue,
  PackageDescriptor,
  SecurityRequirement,
  ServerDescriptor,
  StrictMode,
} from '../runtime/contract.js';

/** What the API means: operations to be tools, with every name decided. Free of the document's quirks. */
export interface ApiModel {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly package: PackageDescriptor;
  /** Selected operations in document order. */
  readonly operations: readonly OperationModel[];
  /** Tags that selected operations use, in the document's order, then in order of first use. */
  readonly tags: readonly TagModel[];
  readonly skipped: readonly SkippedOperation[];
  readonly definitions: ReadonlyMap<string, Schema>;
  readonly locate: (part: object) => SpecLocation | undefined;
}

export interface TagModel {
  readonly name: string;
  /** Slug, unique without regard to case: name of the files of this tag. */
  readonly file: string;
  readonly description?: string;
}

/** An operation that does not become a tool, and why. Operations that filters leave out are not listed. */
export interface SkippedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly reason: Diagnostic;
}

export interface OperationModel {
  /** The tool's name, unique over the whole document. */
  readonly name: string;
  /** Base of type names (`GetPet`), unique over the whole document and among component types. */
  readonly typeName: string;
  readonly operationId?: string;
  readonly method: string;
  readonly path: string;
  readonly location: SpecLocation;
  /** Summary and description as the document (or the configuration) has them, raw. */
  readonly summary?: string;
  readonly description?: string;
  /** A description that replaces the document's text (configuration or extension). */
  readonly descriptionOverride?: string;
  readonly tags: readonly string[];
  /** File of the first tag, or `default`. */
  readonly file: string;
  readonly deprecated: boolean;
  readonly effect: Effect;
  readonly strictMode?: 'never' | 'always';
  /** Those the model sees, those with a fixed value and the idempotency key; never those that credentials cover. */
  readonly parameters: readonly ParameterModel[];
  readonly body?: RequestBodyModel;
  readonly responses: readonly NormalizedResponse[];
  readonly servers?: readonly ServerDescriptor[];
  readonly security?: readonly SecurityRequirement[];
}

export interface ParameterModel extends NormalizedParameter {
  /** Key in the tool's input, unique in the operation, matches `^[a-zA-Z0-9_.-]{1,64}$`. */
  readonly property: string;
  /** Always sent, hidden from the model. */
  readonly fixed?: JsonValue;
  readonly idempotencyKey?: true;
}

export interface RequestBodyModel {
  /** Key in the tool's input: `body`, or a suffixed name. */
  readonly property: string;
  readonly description?: string;
  readonly required: boolean;
  readonly kind: BodyKind;
  /** The media type that is sent. */
  readonly media: NormalizedMediaType;
  /** All the operation accepts that can be sent, the used one first. */
  readonly contentTypes: readonly string[];
}

/** Options that the model stage reads. */
export interface ModelOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Package name; default from the title. */
  readonly name?: string;
  readonly server?: string;
  readonly strict: StrictMode;
  /** The user's own adjustments by operation, from the configuration file: same names as `x-tools-gen`, full power. */
  readonly overrides: Readonly<Record<string, OperationOverride>>;
}

/** What `x-tools-gen` and the configuration may say about an operation. */
export interface OperationOverride {
  readonly name?: string;
  readonly description?: string;
  readonly exclude?: boolean;
  readonly effect?: Effect;
  readonly strict?: boolean;
  readonly contentType?: string;
  /** By parameter name: `{ hide: true }` or `{ value: … }`. */
  readonly parameters?: Readonly<Record<string, { readonly hide?: boolean; readonly value?: JsonValue }>>;
}
