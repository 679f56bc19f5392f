import { bytesResolver } from './body/bytes.js';
import { buildHttpRequest } from './build-request.js';
import type { CallOptions, HttpRequest, OperationDescriptor, PackageDescriptor, RuntimePlugins } from './contract.js';
import { type Authorization, authorize, isOptional } from './credentials/authorize.js';
import { findCredential } from './credentials/lookup.js';
import type { Secrets } from './credentials/secrets.js';
import type { TokenCache } from './credentials/token-cache.js';
import { ToolCallError } from './errors.js';
import type { Settings } from './options.js';
import { resolveTarget, type Target } from './server.js';
import type { Deadline } from './transport/deadline.js';
import type { CheckedTool } from './validate/checked-tool.js';

/** What all calls of one dispatcher share. */
export interface DispatcherState {
  settings: Settings;
  pack: PackageDescriptor;
  plugins: RuntimePlugins;
  secrets: Secrets;
  tokens: TokenCache;
  /** Servers by operation: they follow from the options alone. */
  targets: WeakMap<OperationDescriptor, Target>;
  /** Origins that credentials may go to. */
  trusted: ReadonlySet<string>;
}

/** A call whose input is valid. */
export interface ValidCall {
  id: string;
  tool: CheckedTool;
  values: Readonly<Record<string, unknown>>;
  options: CallOptions;
}

export interface PreparedCall {
  request: HttpRequest;
  /** What of it are credentials. */
  authorization: Authorization;
  /** Set where a fetched token was used: forgets it, so that preparing again fetches a new one. */
  renew?: () => void;
}

/** Finds server and credentials of a valid call and builds its request. */
export async function prepareCall(call: ValidCall, state: DispatcherState, deadline: Deadline): Promise<PreparedCall> {
  const { settings, plugins } = state;
  const { operation, name } = call.tool;
  const target = targetOf(operation, state);
  const authorization = isOpen(operation)
    ? { headers: [], query: [], cookies: [] }
    : await deadline.race(authorizationFor(call, state, target));
  const built = buildHttpRequest(
    {
      name,
      callId: call.id,
      operation,
      values: call.values,
      target,
      authorization,
      headers: target.trusted ? settings.headers : [],
    },
    { plugins, resolve: bytesResolver(settings.files) },
  );
  const request = built instanceof Promise ? await deadline.race(built) : built;
  return {
    request,
    authorization,
    ...(authorization.renew === undefined ? {} : { renew: authorization.renew }),
  };
}

/** True where an operation has no security rules: then nothing needs to be looked up. */
function isOpen({ security }: OperationDescriptor): boolean {
  return security === undefined || security.length === 0;
}

function targetOf(operation: OperationDescriptor, state: DispatcherState): Target {
  const known = state.targets.get(operation);
  if (known !== undefined) return known;
  const target = resolveTarget(state.pack, operation, state.settings.servers, state.trusted);
  state.targets.set(operation, target);
  return target;
}

async function authorizationFor(call: ValidCall, state: DispatcherState, target: Target): Promise<Authorization> {
  const { settings, pack, plugins, secrets, tokens, trusted } = state;
  const { security } = call.tool.operation;
  if (!target.trusted) {
    if (isOptional(security)) return { headers: [], query: [], cookies: [] };
    throw new ToolCallError(
      'ORIGIN_NOT_ALLOWED',
      `This operation goes to ${target.origin}, which is not the origin the credentials are for. The user can add it to the dispatcher option allowedOrigins; tell the user`,
    );
  }
  return authorize(security, {
    schemes: pack.securitySchemes,
    prefix: pack.envPrefix,
    secrets,
    find: (name, scheme) =>
      findCredential(name, scheme, {
        call: call.options.credentials,
        dispatcher: settings.credentials,
        env: settings.env,
        prefix: pack.envPrefix,
      }),
    token: (name, scheme, credential, scopes) => {
      if ('password' in credential) {
        throw new ToolCallError('MISSING_CREDENTIALS', `The security scheme "${name}" takes no user name and password`);
      }
      const needs = {
        plugin: plugins.oauth,
        fetch: settings.fetch,
        secrets,
        base: target.base,
        trusted,
        timeoutMs: settings.timeoutMs,
      };
      return tokens.get(name, scheme, credential, scopes, needs);
    },
  });
}
