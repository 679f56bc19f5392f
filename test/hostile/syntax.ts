import { ts } from 'ts-morph';

/** Calls that generated modules make at import or hold in functions of their own. */
const ALLOWED_CALLS: ReadonlySet<string> = new Set(['createToolkit', 'Promise.all', 'import']);
const FREE_NAMES = /^(?:globalThis|CANARY|eval|process|Function|require|window|self|constructor)$/;

const STATEMENTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
]);

export function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** What a generated module holds that it may not: faults of syntax, unplanned statements, calls, templates, free names. */
export function foreignParts(path: string, text: string): string[] {
  const file = parse(path, text);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly { messageText: unknown }[] };
  const found = parseDiagnostics.map(({ messageText }) => `syntax: ${JSON.stringify(messageText)}`);
  for (const { kind } of file.statements) if (!STATEMENTS.has(kind)) found.push(`statement ${ts.SyntaxKind[kind]}`);
  const pending: ts.Node[] = [file];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const fault = faultOf(node);
    if (fault !== undefined) found.push(fault);
    ts.forEachChild(node, (child) => {
      pending.push(child);
    });
  }
  return [...found, ...directives(file)];
}

function faultOf(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const callee = node.expression.getText();
    return ALLOWED_CALLS.has(callee) ? undefined : `call ${callee}`;
  }
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) return 'template';
  if (ts.isTaggedTemplateExpression(node) || ts.isBinaryExpression(node) || ts.isSpreadAssignment(node))
    return 'operator';
  if (ts.isAccessor(node) || ts.isMethodDeclaration(node) || ts.isClassLike(node)) return 'method';
  const key = ts.isIdentifier(node) && (ts.isPropertyAssignment(node.parent) || ts.isPropertySignature(node.parent));
  if (ts.isIdentifier(node) && !key && FREE_NAMES.test(node.text)) return `name ${node.text}`;
  return undefined;
}

/** Comments that give orders to tools. */
function directives(file: ts.SourceFile): string[] {
  const { pragmas } = file as unknown as { pragmas: ReadonlyMap<string, unknown> };
  const orders = [...pragmas.keys(), ...file.referencedFiles.map(({ fileName }) => fileName)];
  return [...orders, ...(file.text.match(/[#@]\s*source(?:Mapping)?URL=/g) ?? [])].map((text) => `directive ${text}`);
}

/** The kinds of all nodes in order: equal for two files that differ in literals and names only. */
export function kindsOf(path: string, text: string): string {
  const kinds: number[] = [];
  const visit = (node: ts.Node): void => {
    kinds.push(node.kind);
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return kinds.join(' ');
}
