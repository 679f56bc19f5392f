import type { OperationModel } from '../model/api-model.js';
import type { NormalizedMediaType, Schema } from '../normalize/normalized-spec.js';
import type { ToolModel } from './tool-model.js';

const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;
const TEXT_TYPE = /^(?:text\/|application\/(?:xml|[^;]*\+xml|x-ndjson|yaml|x-yaml))/i;

/** What successful answers look like: those of 2xx, or the default one where no 2xx is described. */
export function describeOutputs(operation: OperationModel): Pick<ToolModel, 'outputTypes' | 'outputKinds'> {
  const success = operation.responses.filter(({ status }) => /^2/.test(status));
  const answers = success.length > 0 ? success : operation.responses.filter(({ status }) => status === 'default');
  const schemas = new Set<Schema>();
  const kinds = new Set<'json' | 'text' | 'binary' | 'empty'>();
  for (const { content } of answers) {
    if (content.length === 0) kinds.add('empty');
    for (const media of content) {
      const kind = kindOf(media);
      kinds.add(kind);
      if (kind === 'json') schemas.add(media.schema);
    }
  }
  return { outputTypes: [...schemas], outputKinds: [...kinds] };
}

function kindOf({ contentType }: NormalizedMediaType): 'json' | 'text' | 'binary' {
  if (JSON_TYPE.test(contentType) || contentType.startsWith('*/*')) return 'json';
  return TEXT_TYPE.test(contentType) ? 'text' : 'binary';
}
