import type { PackageDescriptor, SecurityScheme } from '../../runtime/contract.js';
import { variablesOf } from '../../runtime/credentials/lookup.js';
import type { EmitInput } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { fillTemplate } from '../source/template.js';
import { cell, codeCell, table } from './markdown.js';
import { strictPlan } from './strict-plan.js';

/** How inputs are checked, and where that works. */
const VALIDATORS: Readonly<Record<EmitInput['validators'], string>> = {
  lazy: `Every input is checked before anything is sent, by validators that Ajv makes when a tool is first called. A platform that runs no
code from strings, such as Cloudflare Workers, needs a package that was generated with \`--validators precompiled\`.`,
  precompiled: `Every input is checked before anything is sent, by precompiled validators: \`validators/\` has those of each tool, which are loaded
when it is first called. No code is made from strings, so that the package also works in workers and under a content security policy.`,
};

/** `README.md`: prose from the template, tables as data. */
export function readme(input: EmitInput, packageName: string): GeneratedFile {
  const { api, lowered, templates } = input;
  const pack = api.package;
  const rows = lowered.tools.map(({ definition, descriptor, documentation }) => [
    codeCell(definition.name),
    codeCell(`${descriptor.method} ${descriptor.path}`),
    descriptor.effect,
    cell(documentation[0] ?? ''),
  ]);
  const text = fillTemplate(templates, 'README.md', {
    PACKAGE: packageName,
    INSTALL: input.validators === 'lazy' ? 'npm install' : '# nothing to install: the package has no dependency',
    VALIDATORS: VALIDATORS[input.validators],
    SERVER: server(pack),
    COUNT: String(rows.length),
    CREDENTIALS: credentials(pack),
    TOOLS: table(['Tool', 'Request', 'Effect', 'What it does'], rows),
    PLAN: strictPlan(input),
  });
  return { path: 'README.md', text: text.endsWith('\n') ? text : `${text}\n` };
}

/** Where requests go; the runtime resolves a relative address against the document's URL, where it was read from one. */
function server({ servers, specUrl, baseUrl, envPrefix }: PackageDescriptor): string {
  const [setting, url] = [`\`${envPrefix}_BASE_URL\` or \`createDispatcher({ baseUrl })\``, servers[0]?.url ?? ''];
  const isKnown = baseUrl !== undefined || specUrl !== undefined || /^(?:https?:|\{)/i.test(url);
  return isKnown
    ? `${setting} replaces the address of the server.`
    : `The document does not say where its server is: ${setting} has to.`;
}

function credentials({ securitySchemes, envPrefix }: PackageDescriptor): string {
  const schemes = Object.entries(securitySchemes);
  if (schemes.length === 0) return 'The document asks for no credentials.';
  return table(
    ['Scheme', 'Kind', 'Environment variable'],
    schemes.map(([name, scheme]) => [
      codeCell(name),
      cell(kindOf(scheme)),
      variablesOf(name, scheme, envPrefix).replace(/[A-Z0-9_]+/g, codeCell),
    ]),
  );
}

function kindOf(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'apiKey':
      return `API key in the ${scheme.in} ${scheme.name}`;
    case 'http':
      return `HTTP ${scheme.scheme}`;
    case 'oauth2':
      return 'OAuth 2 access token or client credentials';
    case 'openIdConnect':
      return 'OpenID Connect access token';
    case 'mutualTLS':
      return 'Client certificate: given by a fetch of your own';
  }
}
