import { join } from 'node:path';
import typescript5 from 'typescript-5';
import typescript6 from 'typescript-6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askEditor, type Shown } from '../support/editor.js';
import { writePackage } from '../support/packages.js';
import { ROOT, temporaryFolder } from '../support/temporary.js';

const work = temporaryFolder('editor');
afterAll(work.dispose);
beforeAll(() => writePackage(work.path, { spec: join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml') }));

const HEAD = "import { createDispatcher, selectTools, type GetPetByIdInput, type ToolInputs } from './index.js';";
const TOOLS = ['getPetById', 'addPet', 'placeOrder', 'getUserByName'];

/** A line of code with one place in it, and what an editor must show there. */
const PLACES: readonly { at: string; code: string; sees: (shown: Shown) => void }[] = [
  {
    at: 'the input type of an operation',
    code: 'let input: GetPet|ByIdInput;',
    sees: ({ documentation }) => {
      expect(documentation).toBe('Find pet by ID.\n\nReturns a single pet.\n\nGET /pet/{petId}');
    },
  },
  {
    at: 'a call',
    code: "await dispatcher.ca|ll('getPetById', { petId: 1 });",
    sees: ({ hover, documentation }) => {
      expect(hover).toContain('input: GetPetByIdInput');
      expect(hover).toContain('ToolOutcome<Pet>');
      expect(documentation).toMatch(/^Calls a tool from a program\./);
    },
  },
  {
    at: 'the name of a tool',
    code: "await dispatcher.call('|getPetById', { petId: 1 });",
    sees: ({ completions }) => expect(completions).toEqual(expect.arrayContaining(TOOLS)),
  },
  {
    at: 'the name of a tool that is not there yet',
    code: "await dispatcher.call('|');",
    sees: ({ completions }) => expect(completions).toEqual(expect.arrayContaining(TOOLS)),
  },
  {
    at: 'the keys of an input',
    code: "await dispatcher.call('deletePet', { | });",
    sees: ({ completions }) => expect(completions).toEqual(['petId']),
  },
  {
    at: 'a key of an input',
    code: "await dispatcher.call('getPetById', { pet|Id: 1 });",
    sees: ({ documentation }) => expect(documentation).toBe('ID of pet to return'),
  },
  {
    at: 'the keys of a body',
    code: "await dispatcher.call('addPet', { body: { name: 'Rex', | } });",
    sees: ({ completions }) => {
      expect(completions).toEqual(expect.arrayContaining(['category', 'photoUrls', 'status', 'tags']));
    },
  },
  {
    at: 'a key of a body',
    code: "await dispatcher.call('addPet', { body: { name: 'Rex', photoUrls: [], sta|tus: 'sold' } });",
    sees: ({ documentation }) => expect(documentation).toBe('pet status in the store'),
  },
  {
    at: 'the values of an enum',
    code: "await dispatcher.call('findPetsByStatus', { status: '|' });",
    sees: ({ completions }) => expect(completions).toEqual(['available', 'pending', 'sold']),
  },
  {
    at: 'the answer',
    code: "const outcome = await dispatcher.call('getPetById', { petId: 1 });\nif (outcome.ok) outcome.data.|;",
    sees: ({ completions }) => expect(completions).toEqual(expect.arrayContaining(['id', 'name', 'photoUrls'])),
  },
  {
    at: 'the maker of dispatchers',
    code: 'create|Dispatcher();',
    sees: ({ documentation }) => expect(documentation).toMatch(/^Answers `tool_use` blocks/),
  },
  {
    at: 'the options of a dispatcher',
    code: 'createDispatcher({ time|outMs: 1 });',
    sees: ({ documentation }) => expect(documentation).toMatch(/^Deadline of a whole call/),
  },
  {
    at: 'the options of a selection',
    code: "selectTools({ effect: ['|'] });",
    sees: ({ completions }) => expect(completions).toEqual(['read', 'write', 'destructive']),
  },
];

/** Every place in one program: an error on one line does not take what is known about the others. */
const PROGRAM = [HEAD, 'const dispatcher = createDispatcher();', ...PLACES.map(({ code }) => `{\n${code}\n}`)].join(
  '\n',
);

describe.each([
  ['5.9', typescript5 as unknown as typeof typescript6],
  ['6.0', typescript6],
])('an editor with TypeScript %s', (_version, compiler) => {
  let shown: Shown[] = [];
  beforeAll(() => {
    shown = askEditor(compiler, join(work.path, 'program.ts'), PROGRAM).shown;
  });

  it.each(PLACES.map(({ at, sees }, index) => ({ at, sees, index })))('helps at $at', ({ sees, index }) => {
    const found = shown[index];
    if (found === undefined) throw new Error('The place was not found.');
    sees(found);
  });

  it('says what is wrong in the terms of the document', () => {
    const wrong = `${HEAD}\ncreateDispatcher().call('getPetById', { petID: 1 });\nexport type X = ToolInputs['getPetById'];`;
    const { errors } = askEditor(compiler, join(work.path, 'wrong.ts'), wrong);
    expect(errors.join('\n')).toContain("Did you mean to write 'petId'?");
  });
});
