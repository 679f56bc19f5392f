import { createRequire } from 'node:module';
import type { StatementStructures } from 'ts-morph';
import { BANNER } from './banner.js';
import { commentOf, type DocText, type Identifier, memberLines, type Property, type TypeText } from './sink.js';
import { createSkeleton, type Skeleton } from './skeleton.js';

/** One statement of a declaration file, made of fragments of the sink and texts of our own. */
export type Declaration =
  | { readonly kind: 'namespaceImport'; readonly name: 'runtime' | 'types'; readonly from: string }
  | {
      readonly kind: 'typeImport' | 'typeExport' | 'export';
      readonly names: readonly Identifier[];
      readonly from: string;
    }
  | { readonly kind: 'exportAllTypes'; readonly from: string }
  | {
      readonly kind: 'interface';
      readonly name: Identifier;
      readonly extends?: readonly Identifier[];
      readonly doc?: DocText;
      readonly properties: readonly Property[];
    }
  | { readonly kind: 'alias'; readonly name: Identifier; readonly doc?: DocText; readonly type: TypeText }
  | { readonly kind: 'const'; readonly name: Identifier; readonly doc?: DocText; readonly type: TypeText }
  | {
      readonly kind: 'function';
      readonly name: Identifier;
      readonly doc?: DocText;
      readonly parameters: readonly { name: Identifier; type: TypeText; optional?: boolean }[];
      readonly returns: TypeText;
    };

/** Prints declaration files. */
export interface DeclarationPrinter {
  /** The text of a file from all of its statements, handed over once: adding them one by one would take quadratic time. */
  print(path: string, declarations: readonly Declaration[]): string;
}

/** Loads ts-morph, which costs a third of a second: called only when something is emitted. */
export function createDeclarationPrinter(): DeclarationPrinter {
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
  const named = (names: readonly Identifier[]) => names.map((name) => ({ name }));

  function structure(declaration: Declaration, skeleton: Skeleton): StatementStructures {
    const docs = (doc: DocText | undefined) =>
      doc === undefined || doc === '' ? [] : [skeleton.leaveOut(commentOf(doc))];
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
      case 'typeExport':
      case 'export':
        return {
          kind: StructureKind.ExportDeclaration,
          isTypeOnly: declaration.kind === 'typeExport',
          namedExports: named(declaration.names),
          moduleSpecifier: declaration.from,
        };
      case 'exportAllTypes':
        return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier: declaration.from };
      case 'interface':
        return {
          kind: StructureKind.Interface,
          isExported: true,
          name: declaration.name,
          extends: [...(declaration.extends ?? [])],
          docs: docs(declaration.doc),
          properties:
            declaration.properties.length === 0
              ? []
              : [{ name: skeleton.leaveOut(memberLines(declaration.properties)) }],
        };
      case 'alias':
        return {
          kind: StructureKind.TypeAlias,
          isExported: true,
          name: declaration.name,
          docs: docs(declaration.doc),
          type: skeleton.leaveOut(declaration.type),
        };
      case 'const':
        return {
          kind: StructureKind.VariableStatement,
          isExported: true,
          hasDeclareKeyword: true,
          declarationKind: 'const' as never,
          docs: docs(declaration.doc),
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

  return {
    print(path, declarations) {
      const skeleton = createSkeleton();
      const statements = declarations.map((declaration) => structure(declaration, skeleton));
      const file = project.createSourceFile(path, { statements }, { overwrite: true });
      const text = skeleton.fillIn(file.getFullText());
      file.forget();
      return `${BANNER}\n${text.endsWith('\n') ? text : `${text}\n`}`;
    },
  };
}
