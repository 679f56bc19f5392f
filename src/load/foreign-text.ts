import { loadFailure } from './failure.js';

interface ForeignText {
  /** Looked for at the start of a text, white space aside. */
  readonly starts: RegExp;
  /** End of the sentence that says what was given. */
  readonly is: string;
  readonly help: string;
}

const DOWNLOAD =
  'open the address in a browser, sign in if need be, download the JSON or YAML document and give that file';

/** What people give by mistake in place of a document, the most telling first. No JSON, and no YAML of use, begins so. */
const FOREIGN: readonly ForeignText[] = [
  {
    starts: /^(?:<!--(?:(?!-->)[\s\S])*-->\s*|<\?xml[^>]{0,200}\?>\s*)*<(?:!doctype\s+html|html|head|body)\b/i,
    is: 'is a web page (HTML), probably a login page or documentation, not JSON or YAML',
    help: `Give the document itself, not a page about it: ${DOWNLOAD} (on GitHub the "raw" file).`,
  },
  {
    starts: /^<(?:[?!]|[a-z])/i,
    is: 'is XML or HTML, not JSON or YAML',
    help: 'Give the document in JSON or YAML. WSDL, WADL and other descriptions in XML are not read.',
  },
  {
    starts: /^(?:\u001f\ufffd|PK\u0003\u0004)/,
    is: 'is compressed',
    help: 'Unpack it first, for instance: gunzip -c openapi.json.gz | tools-gen -',
  },
  { starts: /^%PDF-/, is: 'is a PDF file, not JSON or YAML', help: 'Give the OpenAPI document in JSON or YAML.' },
  {
    starts: /^version https:\/\/git-lfs\.github\.com\//,
    is: 'is a pointer of Git LFS, not the document',
    help: 'Get the document with: git lfs pull',
  },
];

/** Throws where a text is plainly something else than JSON or YAML, and says what to do instead of "mend the syntax". */
export function refuseForeign(name: string, text: string): void {
  const start = text.slice(0, 20_000).trimStart();
  if (start === '') {
    const help = 'Check the file, or the command in front of the pipe: it may have failed.';
    if (text.trim() === '') throw loadFailure('SPEC_UNPARSABLE', `${name} is empty.`, name, undefined, help);
    return;
  }
  const found = FOREIGN.find(({ starts }) => starts.test(start));
  if (found) throw loadFailure('SPEC_UNPARSABLE', `${name} ${found.is}.`, name, undefined, found.help);
}
