import type { ToolModel } from '../../lower/tool-model.js';
import { BANNER } from '../source/banner.js';
import {
  type CodeText,
  codeText,
  compiledCode,
  type Fragment,
  importCode,
  joinCode,
  type MemberReader,
} from '../source/compiled-code.js';
import { dataLiteral } from '../source/data-literal.js';
import { type Identifier, identifier, stringLiteral } from '../source/sink.js';
import type { CompiledFunction, FindFunction, OuterName, ValidatorKind } from './compile-tools.js';
import { helperOf } from './helpers.js';

/** What the modules of one kind know of each other. */
export interface ModuleContext {
  readonly kind: ValidatorKind;
  readonly find: FindFunction;
  readonly nameOf: (compiled: CompiledFunction) => Identifier;
  /** File of a function that other modules call, beside this one. */
  readonly homeOf: (compiled: CompiledFunction) => string | undefined;
  readonly toolOf: (schema: unknown) => ToolModel | undefined;
  readonly definitionOf: (schema: unknown) => string | undefined;
}

/** The text of a module that holds some functions. `ending` exports them, by helpers that it names in `uses`. */
export function printModule(
  functions: readonly CompiledFunction[],
  context: ModuleContext,
  ending: { readonly code: CodeText; readonly uses: readonly Identifier[] },
): string {
  const here = new Set(functions);
  const imports = new Map<string, Set<Identifier>>();
  const constants = new Map<unknown, { readonly name: Identifier; readonly code: CodeText }>();
  const take = (name: Identifier, from: string): Identifier => {
    imports.set(from, (imports.get(from) ?? new Set()).add(name));
    return name;
  };
  const helper = (name: Identifier) => take(name, '../runtime/validators.js');
  const constant = (key: unknown, make: () => Fragment): Identifier => {
    const known = constants.get(key);
    if (known !== undefined) return known.name;
    const name = identifier(`held_${constants.size}`);
    constants.set(key, { name, code: codeText`const ${name} = ${make()};\n` });
    return name;
  };
  const callable = (compiled: CompiledFunction): Identifier => {
    const name = context.nameOf(compiled);
    const home = context.homeOf(compiled);
    return here.has(compiled) || home === undefined ? name : take(name, `./${home}`);
  };

  const schemaPart = (schema: unknown, members: MemberReader): Fragment => {
    if (context.kind === 'all') {
      const tool = context.toolOf(schema);
      if (tool) {
        const file = `../schemas/${tool.operation.file}.js`;
        return codeText`${take(identifier('schemas'), file)}[${stringLiteral(tool.definition.name)}]`;
      }
      const definition = context.definitionOf(schema);
      const shared = '../schemas/shared.js';
      if (definition !== undefined) return codeText`${take(identifier('$defs'), shared)}[${stringLiteral(definition)}]`;
    }
    const value = follow(schema, members);
    return typeof value === 'object' && value !== null
      ? constant(JSON.stringify(value), () => dataLiteral(value))
      : dataLiteral(value);
  };

  const outer = (name: OuterName, members: MemberReader): Fragment => {
    const { prefix, value } = name;
    switch (prefix) {
      case 'validate':
        return callable(context.find(name));
      case 'wrapper':
      case 'root':
        if (members.peek() !== 'validate') throw new Error('Ajv uses a schema in a way that is not known');
        members.next();
        return callable(context.find(name));
      case 'func':
        return helper(helperOf(value));
      case 'formats':
        return codeText`${helper(identifier('formats'))}[${stringLiteral(String(value.key))}]`;
      case 'pattern': {
        const { source, flags } = value.ref as RegExp;
        const make = () =>
          codeText`${helper(identifier('boundedPattern'))}(${stringLiteral(source)}, ${stringLiteral(flags)})`;
        return constant(`/${source}/${flags}`, make);
      }
      case 'schema':
        return schemaPart(value.ref, members);
      default:
        throw new Error(`Ajv names what is not known: ${prefix}`);
    }
  };

  const print = (compiled: CompiledFunction): CodeText => {
    const { validateName, validateCode, scopeValues } = compiled.source;
    const own = String(validateName);
    const names = new Map<string, OuterName>(
      Object.values(scopeValues).flatMap((group) => [...(group ?? [])].map((name) => [String(name), name] as const)),
    );
    const code = compiledCode(validateCode, (name, members) => {
      if (name === own) return context.nameOf(compiled);
      const found = names.get(name);
      return found === undefined ? undefined : outer(found, members);
    });
    const evaluated = compiled.evaluated === undefined ? undefined : dataLiteral(compiled.evaluated);
    const noted =
      evaluated === undefined ? joinCode([]) : codeText`${context.nameOf(compiled)}.evaluated = ${evaluated};\n`;
    return codeText`${code}\n${noted}`;
  };

  const body = joinCode(functions.map(print));
  for (const name of ending.uses) helper(name);
  const head = [...imports]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([from, names]) => importCode([...names].sort(), from));
  const held = [...constants.values()].map(({ code }) => code);
  return `${BANNER}\n${joinCode([...head, ...held, body, ending.code])}`;
}

/** The value that constant members lead to, as far as they lead through data. */
function follow(schema: unknown, members: MemberReader): unknown {
  let value = schema;
  for (let key = members.peek(); key !== undefined; key = members.peek()) {
    if (typeof value !== 'object' || value === null || !Object.prototype.propertyIsEnumerable.call(value, key)) break;
    value = Reflect.get(value, key);
    members.next();
  }
  return value;
}
