import type { Severity } from './diagnostic.js';

/** What is fixed about a code: its usual severity, a title for tables, and what to do. */
export interface CatalogueEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly help: string;
}

const entry = (severity: Severity, title: string, help: string): CatalogueEntry => ({ severity, title, help });

/**
 * Every code a user can meet. The keys are the stable interface; a code without title and help does not compile.
 * Kept in the order of the pipeline.
 */
export const CATALOGUE = {
  // load
  SPEC_NOT_FOUND: entry('error', 'The document cannot be read', 'Check the path or the URL.'),
  SPEC_TOO_LARGE: entry(
    'error',
    'The document is over the size limit',
    'Split the document or remove what is not needed.',
  ),
  SPEC_UNPARSABLE: entry('error', 'The document is neither JSON nor YAML', 'Mend the syntax at the place shown.'),
  SPEC_NOT_OPENAPI: entry(
    'error',
    'The document is not an OpenAPI document',
    'The root must be an object with `openapi: 3.x` or `swagger: "2.0"`.',
  ),
  SPEC_VERSION_UNSUPPORTED: entry(
    'error',
    'The OpenAPI version is not supported',
    'Supported are 2.0, 3.0, 3.1 and 3.2.',
  ),
  SPEC_TOO_DEEP: entry('error', 'The document is nested too deeply', 'Flatten the document.'),
  SPEC_ALIAS_LIMIT: entry('error', 'YAML aliases expand to too much', 'Replace the aliases by references.'),
  REF_BLOCKED: entry(
    'warning',
    'A reference may not be followed',
    'Use --ref-root for files elsewhere, --allow-remote-refs for URLs.',
  ),
  REF_UNRESOLVED: entry('warning', 'A reference leads nowhere', 'Mend the reference or add what it names.'),
  REF_LOOP: entry(
    'warning',
    'References lead in a circle without reaching anything',
    'Let one of them hold the value.',
  ),
  // normalize
  PART_INVALID: entry('warning', 'A part of the document has the wrong shape', 'Mend the part; it was left out.'),
  SCHEMA_INVALID: entry('warning', 'A schema keyword has an impossible value', 'Mend the keyword; it was ignored.'),
  KEYWORD_UNSUPPORTED: entry(
    'warning',
    'A schema keyword cannot be carried through',
    'Say it in the description, or restate it with supported keywords.',
  ),
  ALL_OF_CONTRADICTION: entry('warning', 'The branches of an `allOf` contradict each other', 'Mend the branches.'),
  ALL_OF_CLOSED: entry(
    'warning',
    'Several closed branches of an `allOf` were read as one closed object',
    'Close the whole instead of the branches.',
  ),
  ENUM_DUPLICATE: entry('info', 'An enum names a value twice', 'Remove the repetition.'),
  ENUM_TYPE_MISMATCH: entry(
    'warning',
    'An enum value does not fit the declared type',
    'Quote the value, or mend the type.',
  ),
  REQUIRED_UNKNOWN: entry('info', '`required` names a property that is not described', 'Describe the property.'),
  PATTERN_INVALID: entry('warning', 'A pattern is not a regular expression', 'Mend the pattern; it is not checked.'),
  PATTERN_DANGEROUS: entry(
    'warning',
    'A pattern could take too long to match',
    'Rewrite the pattern without nested repetition; it is not checked.',
  ),
  HIDDEN_TEXT: entry(
    'warning',
    'Text holds invisible or control characters',
    'Remove them; they were left out of what the model sees.',
  ),
  TEXT_INSTRUCTS: entry(
    'warning',
    'Text of the document speaks to the model',
    'Read it: the model will. Set another `description` in the configuration, or leave the operation out.',
  ),
  // model
  OPERATION_INVALID: entry('warning', 'An operation cannot be read', 'Mend the operation; it was left out.'),
  OPERATION_ID_DUPLICATE: entry(
    'warning',
    'Several operations have the same operationId',
    'Give each its own; until then every tool of the group has a suffix.',
  ),
  PATH_INVALID: entry('warning', 'A path cannot be used', 'A path starts with a single slash and has no host.'),
  PATH_PARAMETER_UNDECLARED: entry(
    'warning',
    'A path names a parameter that is not declared',
    'Declare it; until then it is a required string.',
  ),
  PATH_PARAMETER_UNUSED: entry(
    'warning',
    'A path parameter does not occur in the path',
    'Remove it or add it to the path; it was left out.',
  ),
  PARAMETER_INVALID: entry('warning', 'A parameter cannot be used', 'Mend the parameter; it was left out.'),
  PARAMETER_HIDDEN: entry(
    'info',
    'A parameter is set by credentials or by the runtime',
    'Nothing to do: the model does not see it.',
  ),
  PARAMETER_FIXED: entry(
    'warning',
    'The document fixes the value of a parameter',
    'Check the value, since the model does not see the parameter; say it in the configuration if it is meant.',
  ),
  CREDENTIAL_LIKE: entry(
    'info',
    'A field looks like a credential',
    'Declare a security scheme, or hide it with `parameters` in the configuration.',
  ),
  STYLE_UNSUPPORTED: entry(
    'warning',
    'A parameter style cannot be used at that place',
    'Use a style of the location; the default was taken.',
  ),
  MEDIA_TYPE_UNSUPPORTED: entry(
    'warning',
    'None of the media types can be sent',
    'Offer JSON, a form, multipart, binary, text or XML.',
  ),
  BODY_NOT_SENDABLE: entry('warning', 'A body cannot be sent with this method', 'Use POST, or make the body optional.'),
  METHOD_UNSUPPORTED: entry('warning', 'The method cannot be sent', 'Use another method.'),
  SERVER_INVALID: entry('warning', 'A server URL cannot be used', 'Mend the URL, or give --server.'),
  SERVER_INSECURE: entry('warning', 'A server is reached without encryption', 'Use https.'),
  SECURITY_UNKNOWN: entry(
    'warning',
    'A security requirement names an unknown scheme',
    'Declare the scheme under securitySchemes.',
  ),
  SECURITY_UNSUPPORTED: entry(
    'warning',
    'A security scheme is not supported',
    'Send the credential through `headers` of the dispatcher.',
  ),
  WEBHOOKS_IGNORED: entry('info', 'Webhooks and callbacks are not tools', 'Nothing to do.'),
  EXTENSION_INVALID: entry('warning', '`x-tools-gen` has the wrong shape', 'See the README for what it may hold.'),
  EFFECT_LOWERED: entry(
    'warning',
    'The document may not call an operation less than its method says',
    'Lower the effect in the configuration, if that is meant.',
  ),
  READ_ACTS: entry(
    'warning',
    'An operation that counts as a read is named like one that acts',
    'Where it acts, raise its `effect` in the configuration, so that `approve` is asked.',
  ),
  SCHEMA_UNCHECKABLE: entry(
    'warning',
    'No validator can be precompiled for a tool',
    'Simplify the schemas of the operation; until then the tool refuses every call.',
  ),
  SELECTOR_INVALID: entry(
    'error',
    'A selector cannot be read',
    'Use tag:, path:, method:, operation:, tool: or a bare glob.',
  ),
  SELECTOR_UNMATCHED: entry(
    'warning',
    'A selector matches nothing',
    'Compare with the list that `tools-gen inspect` prints.',
  ),
  NO_OPERATIONS: entry('error', 'There is nothing to generate', 'Check the document and the filters.'),
  NAME_CHANGED: entry(
    'info',
    'A name differs from the one in the document',
    'Nothing to do: the manifest maps the tools, `types.d.ts` has the types.',
  ),
  // lower
  TOOL_TOO_COMPLEX: entry('warning', 'An operation cannot become a tool', 'Simplify its schemas.'),
  CONSTRAINT_IN_WORDS: entry('info', 'A constraint is told in words and checked before sending', 'Nothing to do.'),
  ENCODED: entry('info', 'A shape is written in an encoded form by the model', 'Nothing to do: the runtime undoes it.'),
  // output
  OUTPUT_BLOCKED: entry(
    'error',
    'Something is in the way in the output folder',
    'Move it, choose another folder, or use --force.',
  ),
  OUTPUT_KEPT: entry(
    'warning',
    'A file is no longer made but was edited, and stays',
    'Delete it or move it away; --force removes it.',
  ),
  OUTPUT_UNSAFE: entry('error', 'An output path leaves the output folder', 'Report this; nothing was written.'),
  OUTPUT_FAILED: entry('error', 'The output cannot be written', 'Check the permissions and the free space.'),
  OUTPUT_STALE: entry('error', 'The output on disk is stale', 'Run tools-gen again and commit the result.'),
  MANIFEST_INVALID: entry(
    'error',
    'The manifest in the output folder cannot be read',
    'Delete tools-gen.json and run with --force.',
  ),
  // command line
  OPTION_INVALID: entry('error', 'An option has an impossible value', 'See tools-gen --help.'),
  CONFIG_INVALID: entry(
    'error',
    'The configuration cannot be used',
    'Mend the configuration; tools-gen init writes one to start from.',
  ),
  INTERNAL: entry('error', 'tools-gen itself failed', 'Please report this with the document that shows it.'),
} as const satisfies Record<string, CatalogueEntry>;

export type DiagnosticCode = keyof typeof CATALOGUE;
