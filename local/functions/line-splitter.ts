/** Puts text that arrives in pieces together to lines. A line of more than 256 KB, which CloudWatch does not take, is dropped. */
const LONGEST_LINE = 256 * 1024;

export class LineSplitter {
  #rest = '';
  readonly #onLine: (line: string) => void;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split('\n');
    const rest = lines.pop() ?? '';
    this.#rest = rest.length > LONGEST_LINE ? '' : rest;
    for (const line of lines) if (line !== '') this.#onLine(line);
  }
}
