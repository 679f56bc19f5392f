import type ts from 'typescript-6';

/** What an editor shows at a place. */
export interface Shown {
  /** The signature or type under the pointer. */
  hover: string;
  /** The documentation below it, that of parameters included. */
  documentation: string;
  /** What can be completed there. */
  completions: string[];
}

type Compiler = typeof ts;

/**
 * Asks the compiler's language service, as editors do, about each `|` in a program that stands at `file`; also answers
 * the program's type errors.
 */
export function askEditor(compiler: Compiler, file: string, marked: string): { shown: Shown[]; errors: string[] } {
  const places = [...marked.matchAll(/\|/g)].map(({ index }, before) => index - before);
  const text = marked.replaceAll('|', '');
  const { sys } = compiler;
  const service = compiler.createLanguageService({
    getCompilationSettings: () => ({
      strict: true,
      module: compiler.ModuleKind.NodeNext,
      moduleResolution: compiler.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2022.d.ts'],
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : sys.readFile(name);
      return content === undefined ? undefined : compiler.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => sys.getCurrentDirectory(),
    getDefaultLibFileName: (options) => compiler.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || sys.fileExists(name),
    readFile: (name) => (name === file ? text : sys.readFile(name)),
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
  });
  const plain = compiler.displayPartsToString;
  const shown = places.map((place): Shown => {
    const info = service.getQuickInfoAtPosition(file, place);
    const tags = (info?.tags ?? []).map((tag) => plain(tag.text));
    return {
      hover: plain(info?.displayParts),
      documentation: [plain(info?.documentation), ...tags].join('\n').trim(),
      completions: (service.getCompletionsAtPosition(file, place, {})?.entries ?? []).map(({ name }) => name),
    };
  });
  const errors = service
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => compiler.flattenDiagnosticMessageText(messageText, '\n'));
  service.dispose();
  return { shown, errors };
}
