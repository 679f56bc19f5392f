/**
 * The contract between generated packages and the runtime: every shape that generated data has and every type that a
 * generated package exports. Nothing here runs. Types are structural and need neither DOM nor Node typings.
 */

/** Version of this contract. Generated data carries it, so that a runtime can refuse data it does not understand. */
export type ContractVersion = 1;

// ---------------------------------------------------------------------------------------------------------------------
// JSON

export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** A JSON Schema 2020-12 document or subschema, as plain JSON. */
export type JSONSchema = { readonly [keyword: string]: unknown };

// ---------------------------------------------------------------------------------------------------------------------
// Tool definitions (what the model sees)

/** `cache_control` of a tool: marks the end of a cached prefix of the request. */
export interface CacheControl {
  type: 'ephemeral';
  /** Life of the cache entry; the API's default is five minutes. */
  ttl?: '5m' | '1h';
}

/** Root of an `input_schema`: always one closed, flat object inside the strict subset of JSON Schema. */
export interface ToolInputSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  additionalProperties: false;
  $defs?: Record<string, unknown>;
  [keyword: string]: unknown;
}

/** A user-defined client tool as the Messages API takes it. Plain JSON. */
export interface ToolDefinition {
  /** Matches `^[a-zA-Z0-9_-]{1,64}$`. */
  name: string;
  description: string;
  input_schema: ToolInputSchema;
  /** True where the planner spends a part of the request's strict budget on this tool. */
  strict?: boolean;
  /** True hides the tool until tool search finds it. */
  defer_loading?: boolean;
  cache_control?: CacheControl | null;
  input_examples?: Record<string, unknown>[];
}

// ---------------------------------------------------------------------------------------------------------------------
// Operation descriptors (what the dispatcher knows)

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring';
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'
  /** Swagger 2.0 `collectionFormat: tsv`. */
  | 'tabDelimited';

/** What a call does to the outside world: GET/HEAD/OPTIONS/QUERY read, DELETE destroys, everything else writes. */
export type Effect = 'read' | 'write' | 'destructive';

/** One parameter. A `style` or `explode` that is absent has the default of its location (OpenAPI, Parameter Object). */
export interface ParameterDescriptor {
  /** Key of the value in the tool's input. */
  property: string;
  /** The parameter's own name, exactly as sent. */
  name: string;
  in: ParameterLocation;
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: boolean;
  /** The document allows an empty string, which is sent as an empty value (`?flag=`). */
  allowEmptyValue?: boolean;
  /** Set for a parameter described by `content`: the value is serialized as this media type, then escaped. */
  contentType?: string;
  /** How the fields of a `contentType` that is a form are sent. */
  encoding?: Readonly<Record<string, EncodingDescriptor>>;
  required?: true;
  /** A value that is always sent; the model never sees the parameter. */
  fixed?: JsonValue;
  /** Filled by the runtime once per `tool_use.id` (idempotency keys); the model never sees the parameter. */
  idempotencyKey?: true;
}

/** How one property of a form or multipart body is sent (OpenAPI, Encoding Object). */
export interface EncodingDescriptor {
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: boolean;
  contentType?: string;
  /** The value is bytes: `{ source, data, filename?, contentType? }`. */
  bytes?: true;
  /** Names of part headers and the fixed value each takes. */
  headers?: Readonly<Record<string, string>>;
}

/** How XML names and nests one schema (OpenAPI, XML Object), for bodies sent as XML. */
export interface XmlNode {
  name?: string;
  namespace?: string;
  prefix?: string;
  attribute?: true;
  wrapped?: true;
  text?: true;
  cdata?: true;
  /** No element of its own: its members stand in the element around it (OpenAPI 3.2, `nodeType: none`). */
  inline?: true;
  properties?: Readonly<Record<string, XmlNode>>;
  items?: XmlNode;
  /** Name of a shared node in {@link BodyDescriptor.xmlDefs}. */
  ref?: string;
}

/** Family of a request body: which serializer of the runtime writes it. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'binary' | 'text' | 'xml' | 'ndjson';

export interface BodyDescriptor {
  /** Key of the value in the tool's input (`body`, or a suffixed name where a parameter has that name). */
  property: string;
  required?: true;
  kind: BodyKind;
  /** Media types the operation accepts, the one that is sent first. */
  contentTypes: readonly string[];
  /** By property; for a body that is a list of parts, by position (`0`), `*` for all others. */
  encoding?: Readonly<Record<string, EncodingDescriptor>>;
  xml?: XmlNode;
  xmlDefs?: Readonly<Record<string, XmlNode>>;
}

export interface ServerVariable {
  default: string;
  enum?: readonly string[];
}

/** A server. `url` may hold `{variables}` and may be relative to the place the document was loaded from. */
export interface ServerDescriptor {
  url: string;
  variables?: Readonly<Record<string, ServerVariable>>;
}

/** One security requirement: every scheme named in it must be satisfied together. `{}` is "no credentials". */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
  | { type: 'http'; scheme: string }
  | { type: 'oauth2'; tokenUrl?: string; refreshUrl?: string }
  | { type: 'openIdConnect' }
  | { type: 'mutualTLS' };

export interface ResponseDescriptor {
  /** Media types the document names for this status, in its order. Empty: no body is described. */
  contentTypes: readonly string[];
}

/**
 * What must be undone between the model's form of an input and the natural form, by place.
 *
 * Keys are JSON pointers into the tool's `input_schema` (`/properties/body`, `/$defs/Node`): the schema at that place is
 * the written form, and the codec says how the natural value was written down.
 */
export type Codecs = Readonly<Record<string, Codec>>;

export type Codec =
  /** A map, written as a list of `{ key, value }`. */
  | { kind: 'map' }
  /** An object with declared properties whose further ones are written as a `{ key, value }` list in `property`. */
  | { kind: 'open'; property: string; names?: Readonly<Record<string, string>> }
  /** Any value, written as JSON text in a string. */
  | { kind: 'json' }
  /** An object of which some properties are written under other names: written name → natural name. */
  | { kind: 'names'; names: Readonly<Record<string, string>> }
  /** A 64-bit integer: digits in a string are accepted as well, and kept as digits. */
  | { kind: 'int64' };

/** Cost of a tool in the request's strict budget. See `strict/cost.ts` for the rules. */
export interface StrictCost {
  /** Properties, at any depth and per use of a definition, that their object does not require. */
  optional: number;
  /** Schemas that are unions (`anyOf` or a list of types), per use of a definition. */
  unions: number;
  /** `optional − optional non-nullable unions + unions`: the pooled cost K. */
  pooled: number;
  /** Bytes of the minified schema without descriptions: the stand-in for the grammar's size. */
  size: number;
  /** Leaf properties. */
  leaves: number;
}

/** Everything the dispatcher needs to turn an input into a request. Plain JSON. */
export interface OperationDescriptor {
  operationId?: string;
  /** Upper case. */
  method: string;
  /** The path as the document has it, without any base path. */
  path: string;
  /** Set where the path item or the operation has servers of its own. */
  servers?: readonly ServerDescriptor[];
  tags?: readonly string[];
  deprecated?: true;
  effect: Effect;
  parameters: readonly ParameterDescriptor[];
  body?: BodyDescriptor;
  /** Alternatives, in order. Absent: the call needs no credentials. */
  security?: readonly SecurityRequirement[];
  /** By status (`200`, `2XX`, `default`). */
  responses?: Readonly<Record<string, ResponseDescriptor>>;
  codecs?: Codecs;
  /** Cost of the tool in the strict budget; `never` where strict was switched off, `always` where it was asked for. */
  strict: StrictCost & {
    mode?: 'never' | 'always';
    /** Place in the configuration's `strictFirst`, from 0: the planner serves these tools before all others, in this order. */
    priority?: number;
  };
}

/** What a whole package knows besides its operations. Plain JSON. */
export interface PackageDescriptor {
  contract: ContractVersion;
  /** npm name of the package. */
  name: string;
  /** Prefix of environment variables (`PETSTORE`). */
  envPrefix: string;
  /** Servers of the document. */
  servers: readonly ServerDescriptor[];
  /** Where the document was loaded from, when that was a URL: relative servers are resolved against it. */
  specUrl?: string;
  /** A base URL chosen at generation (`--server`). */
  baseUrl?: string;
  securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The planner's estimate of what a request's grammar may weigh; see {@link StrictCost.size}. */
  strictSize?: number;
  /** `all` and `none` override the planner. Default `plan`. */
  strict?: StrictMode;
}

export type StrictMode = 'plan' | 'all' | 'none';

/** Validation schemas of one tag: by tool name, in the natural form. `$ref`s lead to `shared#/$defs/<name>`. */
export type SchemaModule = { readonly schemas: Readonly<Record<string, JSONSchema>> };
/** Definitions shared by the validation schemas of all tags. */
export type SharedSchemaModule = { readonly $defs: Readonly<Record<string, JSONSchema>> };

/** A compiled validator: true when the value fits; otherwise `errors` says why. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ValidationIssue[] | null;
}

/** The module of a precompiled validator. */
export type ValidatorModule = { readonly validate: Validate };

/** Doors to the precompiled validators of one tool. */
export interface ToolValidators {
  /** Stops at the first fault. */
  readonly first: () => Promise<ValidatorModule>;
  /** Finds every fault: loaded where an input does not fit, to say why. */
  readonly all: () => Promise<ValidatorModule>;
  /** Set where a part of the input is a 64-bit integer: only then the schemas are loaded to look for digits in strings. */
  readonly integers?: true;
}

/** Makes validators of schemas at run time: one that stops at the first fault, one that finds every fault. */
export interface Compiler {
  first(name: string, schema: JSONSchema): Promise<Validate>;
  all(name: string, schema: JSONSchema): Promise<Validate>;
}

/** One fault that Ajv reports. */
export interface ValidationIssue {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  message?: string;
  data?: unknown;
  parentSchema?: unknown;
}

/**
 * The tools of one tag as a generated module holds them: text that costs next to nothing to load and is parsed when it is
 * first needed.
 */
export interface ToolData {
  /** Names of the tools, in the order of their definitions. */
  readonly names: readonly string[];
  /** JSON of the definitions, each followed by a comma. */
  readonly definitions: string;
  /** JSON of the descriptors, `"name": {…}`, each followed by a comma. */
  readonly operations: string;
  readonly schemas: ToolSet['schemas'];
  readonly validators?: ToolSet['validators'];
}

/** The strict tools of a whole package, as planned at generation: by name the pointers of properties that became required with null. */
export type StrictTools = Readonly<Record<string, readonly string[]>>;

/**
 * The tools of one tag: data, and a door to the validation schemas that is opened at the first call that needs them.
 * `I` and `O` are the package's maps from tool name to natural input and to output; they exist for the type checker only.
 */
export interface ToolSet<I = ToolTypes, O = ToolTypes> {
  readonly package: PackageDescriptor;
  /** Names of the tools in the order of the definitions, where they are known without a look at those. */
  readonly names?: readonly string[];
  readonly definitions: readonly ToolDefinition[];
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
  /** Loads the validation schemas of this tag. */
  readonly schemas: () => Promise<{ module: SchemaModule; shared: SharedSchemaModule }>;
  /** Set in packages with precompiled validators, by tool name; Ajv is then no part of the package. */
  readonly validators?: Readonly<Record<string, ToolValidators>>;
  /** Serializers that only some packages need, keyed by what they are for. */
  readonly plugins?: RuntimePlugins;
  /** Never set: carries the types. */
  readonly types?: { inputs: I; outputs: O };
}

/** Any map from tool name to a type. */
export type ToolTypes = { [name: string]: unknown };

/** Bytes with what is said about them, resolved from a {@link BytesInput}. */
export interface ResolvedBytes {
  bytes: Uint8Array;
  filename?: string;
  contentType?: string;
}

/** A token that was fetched, and when it ends (milliseconds since 1970). */
export interface AccessToken {
  token: string;
  expiresAt?: number;
  refreshToken?: string;
}

/** What the OAuth module needs to fetch a token. */
export interface TokenRequest {
  tokenUrl: string;
  grant: 'client_credentials' | 'refresh_token';
  clientId?: string;
  clientSecret?: string;
  refreshToken?: string;
  scopes?: readonly string[];
  fetch: FetchLike;
  signal?: SignalLike;
}

/** A serialized body and the `Content-Type` that goes with it. */
export interface SerializedBody {
  body: string | Uint8Array | FormDataLike;
  /** Absent where the platform sets it (multipart with a `FormData`). */
  contentType?: string;
}

/** Modules of the runtime that are copied only into packages that use them. */
export interface RuntimePlugins {
  /** Absent where the validators are precompiled. */
  readonly compiler?: (shared: SharedSchemaModule) => Compiler;
  readonly xml?: (value: unknown, body: BodyDescriptor) => string;
  readonly multipart?: (
    value: unknown,
    body: BodyDescriptor,
    resolve: (bytes: BytesInput) => Promise<ResolvedBytes>,
  ) => Promise<SerializedBody>;
  readonly oauth?: (request: TokenRequest) => Promise<AccessToken>;
}

// ---------------------------------------------------------------------------------------------------------------------
// Platform, structurally

/** The part of `AbortSignal` that is used. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface HeadersLike {
  get(name: string): string | null;
  forEach(callback: (value: string, name: string) => void): void;
}

export interface BodyReaderLike {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** The part of `Response` that is used. */
export interface ResponseLike {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeadersLike;
  readonly body: { getReader(): BodyReaderLike } | null;
  readonly type?: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | FormDataLike;
  redirect: 'manual';
  signal?: SignalLike;
}

/** Global `fetch` fits; so does a stub of a test or a proxying client. */
// biome-ignore lint/suspicious/noExplicitAny: the init of the platform's fetch has DOM or Node types that this package must not need
export type FetchLike = (url: string, init: any) => Promise<ResponseLike>;

/** A `FormData` of the platform. Opaque to this contract. */
export interface FormDataLike {
  append(name: string, value: unknown, filename?: string): void;
}

// ---------------------------------------------------------------------------------------------------------------------
// Dispatcher

/** Bytes in an input: literally, as text, or as a handle that the host resolves. */
export interface BytesInput {
  source: 'base64' | 'text' | 'file';
  data: string;
  filename?: string;
  contentType?: string;
}

/** What `files` may answer with. */
export type ResolvedFile = string | Uint8Array | { data: string | Uint8Array; filename?: string; contentType?: string };

/** A string is an API key, a bearer token, or an access token for oauth2 and openIdConnect. */
export type Credential =
  | string
  | { username: string; password: string }
  | { clientId: string; clientSecret: string; scopes?: string[]; tokenUrl?: string }
  | {
      accessToken?: string;
      refreshToken: string;
      clientId?: string;
      clientSecret?: string;
      scopes?: string[];
      tokenUrl?: string;
      /** When `accessToken` ends, in milliseconds since 1970. */
      expiresAt?: number;
    };

export type CredentialSource = Credential | (() => Credential | Promise<Credential>);
export type Credentials = Readonly<Record<string, CredentialSource>>;

export interface RetryOptions {
  /** Requests at most, the first included. Default 3. */
  attempts?: number;
  /** Longest pause between two of them, in milliseconds; a longer `Retry-After` ends the retries. Default 10,000. */
  maxDelayMs?: number;
}

/** A call that waits for consent: everything that will be sent, secrets masked. */
export interface PendingCall {
  id: string;
  name: string;
  /** The input in its natural form, validated. */
  input: Readonly<Record<string, unknown>>;
  effect: Effect;
  operation: OperationDescriptor;
  request: HttpRequest;
}

export type CallEvent =
  | { type: 'request'; id: string; name: string; method: string; url: string; attempt: number }
  | { type: 'response'; id: string; name: string; status: number; durationMs: number; bytes: number }
  | { type: 'retry'; id: string; name: string; attempt: number; delayMs: number; reason: string }
  | { type: 'error'; id: string; name: string; code: ToolCallErrorCode; message: string };

export interface DispatcherOptions {
  /** Replaces the server URL of every operation, base path included. */
  baseUrl?: string;
  serverVariables?: Readonly<Record<string, string>>;
  /** Further origins (`https://upload.example.com`) to which credentials and `headers` may go. */
  allowedOrigins?: readonly string[];
  credentials?: Credentials;
  /** Sent with every request to an allowed origin; they win over what an input says. Values are redacted. */
  headers?: Readonly<Record<string, string>>;
  fetch?: FetchLike;
  /** Where credentials and the base URL are looked up. Default: `process.env` where there is one. */
  env?: Readonly<Record<string, string | undefined>> | false;
  /** Deadline of a whole call, retries and body included, in milliseconds. Default 60,000. */
  timeoutMs?: number;
  /** Bytes of an answer that are read at most, after decompression. Default 10 MiB. */
  maxResponseBytes?: number;
  /** Characters of a result at most, the note about the cut included. Default 40,000. */
  maxResultChars?: number;
  retry?: RetryOptions | false;
  /** Resolves a `file` handle of a tool input to bytes. Without it such inputs are refused. */
  files?: (handle: string) => ResolvedFile | undefined | Promise<ResolvedFile | undefined>;
  /** Asked before every call whose effect is not `read`. `false`, a reason or a throw refuses. */
  approve?: (call: PendingCall) => boolean | string | Promise<boolean | string>;
  /** Answer with the request instead of sending it: always, or for writes only. */
  dryRun?: boolean | 'writes';
  onCall?: (event: CallEvent) => void;
}

/** A request as it goes on the wire. `url` is the exact text. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | FormDataLike;
}

export interface CallOptions {
  signal?: SignalLike;
  /** Used instead of the dispatcher's for this call, scheme by scheme. */
  credentials?: Credentials;
}

/** The part of a `tool_use` block that dispatching needs. */
export interface ToolUse {
  id: string;
  name: string;
  input: unknown;
  caller?: { type: string } | null;
}

export type ToolCallErrorCode =
  | 'UNKNOWN_TOOL'
  | 'INVALID_INPUT'
  | 'UNSAFE_PATH'
  | 'UNSAFE_HEADER'
  | 'MISSING_CREDENTIALS'
  | 'MISSING_SERVER'
  | 'ORIGIN_NOT_ALLOWED'
  | 'FILE_UNAVAILABLE'
  | 'REFUSED'
  | 'HTTP_STATUS'
  | 'REDIRECT'
  | 'NETWORK'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'RESPONSE_TOO_LARGE'
  | 'UNDECODABLE'
  | 'INTERNAL';

/** Outcome of `call`, the typed door for programs. */
export type ToolOutcome<T> =
  | { ok: true; status: number; headers: Record<string, string>; data: T }
  | { ok: false; code: ToolCallErrorCode; message: string; status?: number };

/**
 * A dispatcher of any package, as far as the loop needs it. Each package declares types of its own: what is typed by one package's
 * tools would not fit another's.
 */
export interface AnyDispatcher {
  /** Never rejects for anything that happens at call time: failures are results with `is_error: true`. */
  dispatch(toolUse: ToolUse, options?: CallOptions): Promise<ToolResultBlock>;
  /** The tools this dispatcher answers, planned. */
  readonly tools: readonly ToolDefinition[];
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
  /** The planner over this dispatcher's tools, for the loop: see {@link StrictPlanOptions}. */
  planStrict(tools: readonly ToolDefinition[], options?: StrictPlanOptions): ToolDefinition[];
}

export interface Dispatcher<I = ToolTypes, O = ToolTypes> extends AnyDispatcher {
  /**
   * Calls a tool from a program. Failures at call time are outcomes with `ok: false`; it never rejects for them.
   *
   * @param name the tool's name
   * @param input in natural form: top-level keys as in the tool's input type, all below as the API has it
   */
  call<N extends keyof I & keyof O & string>(name: N, input: I[N], options?: CallOptions): Promise<ToolOutcome<O[N]>>;
  /** Validates and builds, sends nothing. Rejects with `ToolCallError`. */
  buildRequest<N extends keyof I & string>(name: N, input: I[N], options?: CallOptions): Promise<HttpRequest>;
}

// ---------------------------------------------------------------------------------------------------------------------
// Selection and planning

export interface ToolSelection {
  /** `tag:pets`, `path:/pets/**`, `method:get`, `operation:getPet`, `tool:getPet`; a bare glob matches the tool name. */
  include?: readonly string[];
  exclude?: readonly string[];
  effect?: readonly Effect[];
  strict?: StrictMode;
  /** See {@link StrictPlanOptions.strictFirst}. */
  strictFirst?: readonly string[];
  /** Marks tools for tool search; with `keep`, all but those that match. */
  defer?: boolean | { keep: readonly string[] };
  /** Puts a cache breakpoint on the last tool that is not deferred. */
  cache?: boolean | '5m' | '1h';
}

export interface StrictPlanOptions {
  /** What others in the same request already spend. */
  reserve?: { tools?: number; optional?: number; unions?: number; pooled?: number; size?: number };
  /** Estimate of what the grammar may weigh, in bytes. Default 3,500. */
  size?: number;
  strict?: StrictMode;
  /** Selectors of the tools that are served before all others, in the order of the selectors; instead of the configuration's. */
  strictFirst?: readonly string[];
}

// ---------------------------------------------------------------------------------------------------------------------
// Messages API, structurally

export interface TextBlock {
  type: 'text';
  text: string;
}
export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; data: string };
}
export interface DocumentBlock {
  type: 'document';
  source: { type: 'base64'; media_type: 'application/pdf'; data: string };
}
export type ResultContentBlock = TextBlock | ImageBlock | DocumentBlock;

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content: string | ResultContentBlock[];
  is_error?: boolean;
  /** Echoed for members of a toolset. */
  toolset_name?: string;
}

/** Any content block, those this runtime does not know included. */
export interface ContentBlock {
  type: string;
  [field: string]: unknown;
}

export interface MessageParam {
  role: 'user' | 'assistant' | 'system';
  content: string | ContentBlock[];
}

/** An answer of the Messages API. */
export interface Message {
  id: string;
  role: 'assistant';
  content: ContentBlock[];
  stop_reason: string | null;
  usage: Record<string, unknown>;
  container?: { id: string } | null;
  [field: string]: unknown;
}

export interface RequestOptionsLike {
  signal?: SignalLike | null;
}

/** The client, structurally: `Anthropic` of `@anthropic-ai/sdk` fits. */
export interface MessagesClient {
  messages: {
    // biome-ignore lint/suspicious/noExplicitAny: the SDK's parameter types are unions that no structural type can name without importing them
    create(body: any, options?: any): PromiseLike<unknown>;
  };
}

/** An entry of `tools`: generated, of your own, or one that the API defines. */
export type ToolUnion = ToolDefinition | { readonly [field: string]: unknown };

export interface LoopRequest {
  model: string;
  max_tokens: number;
  messages: readonly MessageParam[] | readonly { role: string; content: unknown }[];
  system?: unknown;
  tool_choice?: { type: string; name?: string; disable_parallel_tool_use?: boolean };
  thinking?: unknown;
  /** Every other field is sent as given. */
  [field: string]: unknown;
}

export interface HandlerContext {
  toolUse: ToolUse;
  signal: SignalLike;
}
export type HandlerResult = string | readonly { type: string }[] | undefined | null;
export type HandlerFunction = (input: unknown, context: HandlerContext) => HandlerResult | Promise<HandlerResult>;
/** A handler counts as a write unless it says that it only reads. */
export type ToolHandler = HandlerFunction | { run: HandlerFunction; effect?: Effect };

/**
 * What `onEvent` is told, in this order within a turn: `turn`, `request`, then `text` and `tool_input` as they come, `message`,
 * then `call` and `result` for every call. `stop` is the last event of all. Listeners get copies.
 */
export type LoopEvent =
  /** A turn begins; turns count from 1, and calls of a stored history are answered in turn 0. */
  | { type: 'turn'; turn: number }
  /** A request goes out with so many messages and tools. */
  | { type: 'request'; turn: number; messages: number; tools: number }
  /** Text of the answer: pieces as they come when streaming, else a whole block. */
  | { type: 'text'; turn: number; text: string }
  /** A piece of the JSON of a call's input, when streaming. */
  | { type: 'tool_input'; turn: number; id: string; name: string; partialJson: string }
  /** The answer is whole. */
  | { type: 'message'; turn: number; message: Message }
  /** A call starts to run. */
  | { type: 'call'; turn: number; id: string; name: string; input: unknown }
  /** A call has its result, as it is sent to the model. */
  | { type: 'result'; turn: number; id: string; name: string; result: ToolResultBlock; durationMs: number }
  /** The first request is sent again with fewer strict tools; `reason` is the API's refusal. */
  | { type: 'retry'; turn: number; reason: string; strictTools: number }
  /** The run is over. */
  | { type: 'stop'; outcome: LoopOutcome; stopReason: string | null };

export type LoopOutcome =
  | 'completed'
  | 'truncated'
  | 'refused'
  | 'stopped'
  | 'max_turns'
  | 'budget'
  | 'aborted'
  | 'failed';

export interface ToolLoopOptions {
  client: MessagesClient;
  dispatcher: AnyDispatcher | readonly AnyDispatcher[];
  request: LoopRequest;
  /** Default: the dispatchers' tools. */
  tools?: readonly ToolUnion[];
  /** `none` sends the dispatchers' tools without `strict`; default: as their packages were generated. */
  strict?: StrictMode;
  /** Which of the dispatchers' tools the strict plan serves first: see {@link StrictPlanOptions.strictFirst}. */
  strictFirst?: readonly string[];
  /** By tool name; a toolset's handler by the name of the toolset (`browser`, `computer`), for all of its members. */
  handlers?: Readonly<Record<string, ToolHandler>>;
  /** Requests at most. Default 50. */
  maxTurns?: number;
  maxCalls?: number;
  /** Tokens at most, input and output of all turns together. */
  maxTokens?: number;
  /** Reads that run side by side. Default 8. */
  concurrency?: number;
  stream?: boolean;
  signal?: SignalLike;
  onEvent?: (event: LoopEvent) => void;
}

/** Token counts, summed over turns. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}

export interface ToolLoopResult {
  outcome: LoopOutcome;
  stopReason: string | null;
  /** The last whole answer. */
  message: Message | null;
  /** Always a valid history: it may be stored, and continued later. */
  messages: MessageParam[];
  turns: number;
  /** `tool_use` blocks answered while the loop ran. */
  calls: number;
  usage: Usage;
}

/** A tool of the SDK's Tool Runner (`client.beta.messages.toolRunner`). */
export interface RunnableTool extends ToolDefinition {
  parse(input: unknown): unknown;
  run(
    input: unknown,
    context?: { toolUse?: { id: string }; toolUseBlock?: { id: string }; signal?: unknown },
  ): Promise<string | ResultContentBlock[]>;
}

export interface RunnableToolsOptions {
  /** `ToolError` of the SDK: failures then reach the model without the runner's `Error: ` in front. */
  ToolError?: new (
    content: string,
  ) => Error;
}

/** Everything a generated package exports that is bound to its tools. */
export interface Toolkit<I = ToolTypes, O = ToolTypes> {
  readonly tools: ToolDefinition[];
  readonly operations: Readonly<Record<keyof I & string, OperationDescriptor>>;
  selectTools(selection: ToolSelection): ToolDefinition[];
  planStrict(tools: readonly ToolDefinition[], options?: StrictPlanOptions): ToolDefinition[];
  createDispatcher(options?: DispatcherOptions): Dispatcher<I, O>;
  toRunnableTools(dispatcher: AnyDispatcher, options?: RunnableToolsOptions): RunnableTool[];
  encodeInput(name: keyof I & string, natural: unknown): unknown;
  decodeInput(name: keyof I & string, written: unknown): unknown;
  inputSchema(name: keyof I & string): Promise<JSONSchema>;
}
