/** A reference to a file, by an absolute URL. */
export interface Link {
  readonly url: string;
}

/** Reads one file and gives the files it leads to. Called once for each URL. */
export type OpenFile = (url: string) => Promise<readonly Link[]>;

/** The part of `$RefParser` that is used; swagger-parser's own types describe only the class that extends it. */
type RefParserClass = new () => {
  resolve(baseUrl: string, root: object, options: object): Promise<unknown>;
};

/** Files that are being read at the same time: references of one document may name thousands. */
const MAX_OPEN = 8;

/**
 * Visits every file that can be reached, with the `$RefParser` that swagger-parser is built on; imported here, so that
 * documents of one file do not wait for it. What `open` throws ends the crawl.
 *
 * It is given lists of references in place of whole documents, and nothing to read or parse with but `open`, since alone
 * it recurses over the document (the stack ends at some thousand levels), follows `$ref` inside of examples, and reads any
 * path and any address.
 */
export async function crawl(links: readonly Link[], open: OpenFile): Promise<void> {
  if (links.length === 0) return;
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const RefParser: RefParserClass = Object.getPrototypeOf(SwaggerParser);
  const faults: unknown[] = [];
  const inTurn = createGate(MAX_OPEN);
  const read = async ({ url }: { readonly url: string }): Promise<readonly Link[]> => {
    try {
      return await inTurn(() => (faults.length > 0 ? Promise.resolve([]) : open(url)));
    } catch (error) {
      // Thrown on, it would be wrapped in one of the library's own errors.
      faults.push(error);
      return [];
    }
  };
  await new RefParser().resolve('/', references(links), {
    continueOnError: true,
    resolve: { file: false, http: false, policy: { order: 1, canRead: true, read } },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      references: {
        order: 1,
        canParse: true,
        allowEmpty: true,
        parse: ({ data }: { readonly data: unknown }) => references(data as readonly Link[]),
      },
    },
  });
  if (faults.length > 0) throw faults[0];
}

function references(links: readonly Link[]): readonly { readonly $ref: string }[] {
  return links.map(({ url }) => ({ $ref: url }));
}

/** Lets at most `limit` tasks run at once; the others wait in order. */
function createGate(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
