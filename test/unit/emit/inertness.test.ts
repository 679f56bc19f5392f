import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { emitProject } from '../../../src/emit/emit-project.js';
import type { GeneratedFile } from '../../../src/emit/generated-file.js';
import { hostile, PAYLOADS } from './hostile.js';
import { sketchInput } from './support.js';

/** Kinds and declared names of the top-level statements. */
function outline({ path, text }: GeneratedFile): string[] {
  const file = parse(path, text);
  return file.statements.map((statement) => {
    const named = statement as unknown as { name?: { text?: string } };
    return `${ts.SyntaxKind[statement.kind]} ${named.name?.text ?? ''}`;
  });
}

function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Calls, templates and assignments of a file, and what TypeScript cannot parse. */
function activity({ path, text }: GeneratedFile): string[] {
  const file = parse(path, text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) found.push(node.expression.getText());
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push('template');
    if (ts.isTaggedTemplateExpression(node)) found.push('template');
    if (ts.isBinaryExpression(node)) found.push('operator');
    if (ts.isIdentifier(node) && /^(?:globalThis|CANARY|eval|process|Function)$/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly { messageText: unknown }[] };
  return [...found, ...parseDiagnostics.map(({ messageText }) => `error: ${JSON.stringify(messageText)}`)];
}

const ALLOWED_CALLS = ['createPackage', 'tagExports', 'Promise.all', 'import'];

async function modules(payload: string): Promise<GeneratedFile[]> {
  const files = await emitProject(sketchInput(hostile(payload)));
  return files.filter(({ path }) => !path.startsWith('runtime/') && /\.(?:js|d\.ts)$/.test(path));
}

describe('generated modules hold hostile text as data', () => {
  it.each(PAYLOADS.map((payload) => [payload]))('%j', async (payload) => {
    const plain = await modules('plain');
    const files = await modules(payload);
    expect(files.map(({ path }) => path)).toEqual(plain.map(({ path }) => path));
    for (const file of files) {
      expect(
        activity(file).filter((call) => !ALLOWED_CALLS.includes(call)),
        file.path,
      ).toEqual([]);
      if (!file.path.endsWith('types.d.ts') && file.path !== 'index.d.ts') {
        expect(outline(file), file.path).toEqual(outline(plain.find(({ path }) => path === file.path) ?? file));
      }
      expect(
        outline(file).every((kind) => /^(?:Import|Export|Interface|TypeAlias|FirstS|Variable|Function)/.test(kind)),
      ).toBe(true);
      expect(file.text).not.toMatch(/[#@] source(?:Mapping)?URL=/);
      expect(file.text.split('\n').filter((line) => /^\s*\/\/\/|^\s*(?:\/?\*+)?\s*@(?!deprecated)/.test(line))).toEqual(
        [],
      );
    }
  });

  it.each(PAYLOADS.map((payload) => [payload]))('package.json and README are safe with %j', async (payload) => {
    const files = await emitProject(sketchInput(hostile(payload)));
    const text = (path: string) => files.find((file) => file.path === path)?.text ?? '';
    const manifest = JSON.parse(text('package.json'));
    expect(manifest.scripts).toBeUndefined();
    expect(manifest.name).toMatch(/^[a-z-]+$/);
    const prose = text('README.md').replace(/`[^`\n]*`/g, '');
    expect(prose).not.toMatch(/`|<|javascript:|https:\/\/|\]\(|!\[/);
    const lines = text('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(lines.map((line) => line.match(/(?<!\\)\|/g)?.length)).toEqual([4, 4, 5, 5, 7, 7]);
  });
});
