import { createRequire } from 'node:module';
import type { StatementStructures } from 'ts-morph';
import type { GeneratedFile } from '../generated-file.js';
import { BANNER } from './banner.js';
import {
  aliasStatement,
  type DocText,
  type Identifier,
  interfaceStatement,
  joinStatements,
  type Property,
  type StatementText,
  type TypeText,
  typeExportStatement,
} from './sink.js';
import { createSkeleton } from './skeleton.js';

/** A statement about the module: what it imports, exports and declares as a value. */
export type ModuleStatement =
  | { readonly kind: 'namespaceImport'; readonly name: 'runtime' | 'types'; readonly from: string }
  | {
      readonly kind: 'typeImport' | 'export';
      readonly names: readonly Identifier[];
      readonly from: string;
    }
  | { readonly kind: 'exportAllTypes'; readonly from: string }
  | { readonly kind: 'const'; readonly name: Identifier; readonly doc?: DocText; readonly type: TypeText }
  | {
      readonly kind: 'function';
      readonly name: Identifier;
      readonly doc?: DocText;
      readonly parameters: readonly { name: Identifier; type: TypeText; optional?: boolean }[];
      readonly returns: TypeText;
    };

/** A statement about one type: there may be thousands in a file. */
export type TypeStatement =
  | { readonly kind: 'typeExport'; readonly names: readonly Identifier[]; readonly from: string }
  | {
      readonly kind: 'interface';
      readonly name: Identifier;
      readonly extends?: readonly Identifier[];
      readonly doc?: DocText;
      readonly properties: readonly Property[];
    }
  | { readonly kind: 'alias'; readonly name: Identifier; readonly doc?: DocText; readonly type: TypeText };

/** One statement of a declaration file, made of fragments of the sink and texts of our own. */
export type Declaration = ModuleStatement | TypeStatement;

/** A declaration file before it is printed: its path in the package, `/` separators, and all of its statements. */
export interface DeclarationFile {
  readonly path: string;
  readonly declarations: readonly Declaration[];
}

/** Stands between two files while they are printed as one. */
const BOUNDARY = 'const \u01c2: never;';

/**
 * Prints declaration files. Loads ts-morph, which costs a third of a second: called once, when everything else is there.
 * It gets the statements of all files at once: adding them one by one would take quadratic time, and a source file for
 * each would cost it more than their few statements.
 */
export function printDeclarations(files: readonly DeclarationFile[]): GeneratedFile[] {
  // As the CommonJS module it is: an `import` would first have all of TypeScript searched for names that it might export.
  const { IndentationText, NewLineKind, Project, QuoteKind, StructureKind } = createRequire(import.meta.url)(
    'ts-morph',
  ) as typeof import('ts-morph');
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true, types: [] },
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Single,
    },
  });
  const docs = (doc: DocText | undefined) => (doc === undefined ? [] : [doc.includes('\n') ? `\n${doc}` : doc]);
  const named = (names: readonly Identifier[]) => names.map((name) => ({ name }));

  function structure(declaration: ModuleStatement): StatementStructures {
    switch (declaration.kind) {
      case 'namespaceImport':
        return {
          kind: StructureKind.ImportDeclaration,
          isTypeOnly: true,
          namespaceImport: declaration.name,
          moduleSpecifier: declaration.from,
        };
      case 'typeImport':
        return {
          kind: StructureKind.ImportDeclaration,
          isTypeOnly: true,
          namedImports: named(declaration.names),
          moduleSpecifier: declaration.from,
        };
      case 'export':
        return {
          kind: StructureKind.ExportDeclaration,
          namedExports: named(declaration.names),
          moduleSpecifier: declaration.from,
        };
      case 'exportAllTypes':
        return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier: declaration.from };
      case 'const':
        return {
          kind: StructureKind.VariableStatement,
          isExported: true,
          hasDeclareKeyword: true,
          docs: docs(declaration.doc),
          declarationKind: 'const' as never,
          declarations: [{ name: declaration.name, type: declaration.type }],
        };
      case 'function':
        return {
          kind: StructureKind.Function,
          isExported: true,
          hasDeclareKeyword: true,
          name: declaration.name,
          docs: docs(declaration.doc),
          parameters: declaration.parameters.map(({ name, type, optional }) => ({
            name,
            type,
            hasQuestionToken: optional === true,
          })),
          returnType: declaration.returns,
        };
    }
  }

  const skeletons = files.map(() => createSkeleton());
  const statements = files.flatMap(({ declarations }, index) => [
    ...(index === 0 ? [] : [BOUNDARY]),
    ...runsOf(declarations).map((run) =>
      Array.isArray(run) ? (skeletons[index]?.leaveOut(typeStatements(run)) ?? '') : structure(run),
    ),
  ]);
  const printed = project.createSourceFile('all.d.ts', { statements }).getFullText().split(BOUNDARY);
  return files.map(({ path }, index) => {
    const text = skeletons[index]?.fillIn(printed[index]?.trim() ?? '') ?? '';
    return { path, text: `${BANNER}\n${text}\n` };
  });
}

/** Statements about types that follow each other, together; everything else alone. */
function runsOf(declarations: readonly Declaration[]): (ModuleStatement | TypeStatement[])[] {
  const runs: (ModuleStatement | TypeStatement[])[] = [];
  for (const declaration of declarations) {
    const last = runs.at(-1);
    if (!isOfType(declaration)) runs.push(declaration);
    else if (Array.isArray(last)) last.push(declaration);
    else runs.push([declaration]);
  }
  return runs;
}

function isOfType(declaration: Declaration): declaration is TypeStatement {
  return declaration.kind === 'interface' || declaration.kind === 'alias' || declaration.kind === 'typeExport';
}

/** With a blank line between declarations; exports stand close together. */
function typeStatements(run: readonly TypeStatement[]): StatementText {
  return joinStatements(
    run.map((statement) => ({
      text: typeStatement(statement),
      close: statement.kind === 'typeExport',
    })),
  );
}

function typeStatement(statement: TypeStatement): StatementText {
  if (statement.kind === 'typeExport') return typeExportStatement(statement.names, statement.from);
  const { name, doc } = statement;
  if (statement.kind === 'alias') return aliasStatement(name, doc, statement.type);
  return interfaceStatement(name, doc, statement.extends ?? [], statement.properties);
}
