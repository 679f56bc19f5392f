import type { SpecLocation } from '../diagnostics/diagnostic.js';
import type { NormalizedSecurityScheme, NormalizedSpec } from '../normalize/normalized-spec.js';
import type { SecurityRequirement, SecurityScheme } from '../runtime/contract.js';
import { type ApiKeys, apiKeysOf } from './parameters/hidden.js';
import type { Report } from './report.js';
import { urlFault, withoutCredentials } from './servers.js';

/** Flows in the order in which their token address is taken: the first can be used without a person. */
const FLOWS = ['clientCredentials', 'authorizationCode', 'password', 'deviceAuthorization', 'implicit'] as const;

export interface Security {
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** Places of the schemes in their order. */
  readonly order: ReadonlyMap<string, number>;
  /** Schemes whose credentials only the host itself can send. */
  readonly unsupported: ReadonlySet<string>;
  readonly apiKeys: ApiKeys;
}

/** The document's schemes as the runtime knows them. HTTP authentication other than basic and bearer is left to the host. */
export function buildSecuritySchemes(
  { securitySchemes: schemes, locate }: Pick<NormalizedSpec, 'securitySchemes' | 'locate'>,
  report: Report,
): Security {
  const unsupported = new Set<string>();
  const known: [string, SecurityScheme][] = [];
  for (const [name, scheme] of schemes) {
    if (scheme.type === 'http' && !['basic', 'bearer'].includes(scheme.scheme.toLowerCase())) {
      unsupported.add(name);
      report.add('SECURITY_UNSUPPORTED', `The scheme "${name}" uses HTTP ${scheme.scheme}, which is not supported.`, {
        location: locate(scheme),
        key: name,
      });
      continue;
    }
    known.push([name, schemeOf(name, scheme, locate(scheme), report)]);
  }
  const usable = Object.fromEntries(known);
  const order = new Map(Object.keys(usable).map((name, index) => [name, index]));
  return { schemes: usable, order, unsupported, apiKeys: apiKeysOf(schemes) };
}

function schemeOf(
  name: string,
  scheme: NormalizedSecurityScheme,
  location: SpecLocation | undefined,
  report: Report,
): SecurityScheme {
  if (scheme.type === 'apiKey') return { type: 'apiKey', in: scheme.in, name: scheme.name };
  if (scheme.type === 'http') return { type: 'http', scheme: scheme.scheme.toLowerCase() };
  if (scheme.type !== 'oauth2') return { type: scheme.type };
  const flows = FLOWS.flatMap((flow) => scheme.flows.get(flow) ?? []);
  const first = (key: 'tokenUrl' | 'refreshUrl'): string | undefined => {
    const urls = flows.flatMap((flow) => flow[key] ?? []);
    const usable = urls.find((url) => urlFault(url) === undefined);
    if (usable === undefined && urls[0] !== undefined) {
      const shown = withoutCredentials(urls[0]);
      report.add('SECURITY_UNSUPPORTED', `The ${key} "${shown}" of "${name}" cannot be used: ${urlFault(urls[0])}.`, {
        ...(location && { location }),
        key: `${key} ${name}`,
        help: 'Give the token itself, or set tokenUrl in the credential.',
      });
    }
    return usable;
  };
  const [tokenUrl, refreshUrl] = [first('tokenUrl'), first('refreshUrl')];
  return {
    type: 'oauth2',
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(refreshUrl !== undefined && { refreshUrl }),
  };
}

/**
 * The alternatives that can be met. One that names an unknown scheme is left out; a scheme that is not supported asks for
 * nothing, since the host sends it through `headers`. Undefined: the call goes out without credentials.
 */
export function buildRequirements(
  requirements: readonly SecurityRequirement[] | undefined,
  { order, unsupported }: Security,
  location: SpecLocation,
  report: Report,
): SecurityRequirement[] | undefined {
  if (requirements === undefined) return undefined;
  const kept = requirements.flatMap((requirement) => {
    const names = Object.keys(requirement);
    const unknown = names.filter((name) => !order.has(name) && !unsupported.has(name));
    for (const name of unknown) {
      report.add('SECURITY_UNKNOWN', `A security requirement names "${name}", which is no scheme.`, {
        location,
        key: name,
      });
    }
    if (unknown.length > 0) return [];
    // All schemes of one requirement are needed together: they come in the order they are declared in, whichever it names first.
    const known = names.filter((name) => order.has(name)).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    return [Object.fromEntries(known.map((name) => [name, requirement[name] ?? []]))];
  });
  return kept.length === 0 ? undefined : kept;
}
