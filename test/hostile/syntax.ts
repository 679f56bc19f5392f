import { ts } from 'ts-morph';

/** Calls that generated modules make at import or hold in functions of their own. */
const ALLOWED_CALLS: ReadonlySet<string> = new Set(['createPackage', 'tagExports', 'Promise.all', 'import']);
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

/** What the validators of a precompiled package may call: helpers of the runtime, each other, and methods of what they hold. */
const VALIDATOR_CALL =
  /^(?:bounded|boundedPattern|characters|equal|isUnique|step|is_\w+|isFinite|isNaN|parseInt|Array\.isArray|hasOwn\.call|Object\.(?:keys|assign)|Math\.(?:abs|round)|\w+\.(?:test|concat|push)|\w+\.replace\([^()]*\)\.replace|\w+\.replace|formats\["[\w-]+"\](?:\.(?:test|validate))?)$/;
const VALIDATOR_IMPORT =
  /^\.\.\/runtime\/validators\.js$|^\.\.\/schemas\/[\w-]+\.js$|^\.\/shared_(?:check|explain)_\d+\.js$/;

/** What a module of precompiled validators holds that it may not. */
export function foreignCode(path: string, text: string): string[] {
  const file = parse(path, text);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly { messageText: unknown }[] };
  const found = parseDiagnostics.map(({ messageText }) => `syntax: ${JSON.stringify(messageText)}`);
  for (const { kind } of file.statements) {
    if (!STATEMENTS.has(kind) && kind !== ts.SyntaxKind.ExpressionStatement)
      found.push(`statement ${ts.SyntaxKind[kind]}`);
  }
  const pending: ts.Node[] = [file];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (ts.isNewExpression(node) || ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node)) {
      found.push(`foreign ${node.getText()}`);
    } else if (ts.isCallExpression(node) && !VALIDATOR_CALL.test(node.expression.getText())) {
      found.push(`call ${node.expression.getText()}`);
    } else if (
      ts.isImportDeclaration(node) &&
      !VALIDATOR_IMPORT.test((node.moduleSpecifier as ts.StringLiteral).text)
    ) {
      found.push(`import ${node.getText()}`);
    } else if (ts.isIdentifier(node) && isFree(node) && FREE_NAMES.test(node.text)) found.push(`name ${node.text}`);
    ts.forEachChild(node, (child) => {
      pending.push(child);
    });
  }
  return [...found, ...directives(file)];
}

/** Neither a key nor a member. */
function isFree({ parent }: ts.Node): boolean {
  return !ts.isPropertyAssignment(parent) && !ts.isPropertyAccessExpression(parent);
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
