import type { SourceFile } from './loaded-spec.js';

/**
 * A file that was read. Its text is needed while it is loaded, and again where a diagnostic is shown. In between it rests
 * as bytes: one letter beyond Latin 1 makes the text of a large document take twice their room.
 */
export class ReadFile implements SourceFile {
  readonly name: string;
  readonly format: SourceFile['format'];
  readonly value: unknown;
  #text: string | undefined;
  #bytes: Buffer | undefined;

  constructor({ name, text, format, value }: Omit<SourceFile, 'bytes'>) {
    this.name = name;
    this.format = format;
    this.value = value;
    this.#text = text;
  }

  get text(): string {
    return this.#text ?? this.bytes.toString('utf8');
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.#text ?? '');
    return this.#bytes;
  }

  rest(): void {
    this.#bytes ??= this.bytes;
    this.#text = undefined;
  }
}
