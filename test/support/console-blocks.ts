/**
 * The console sessions of a Markdown page: commands and their output.
 *
 * A session is a fenced block of the language `console`. A command is a line that begins with `$ `, with the lines
 * after it that begin with `> `, as in a shell; the lines up to the next `$ ` are its output. In the output `…` stands
 * for what differs between runs: any text within a line, any value as a whole JSON string, any lines as a whole line.
 */

/** One command, and the output that the page shows. */
export interface Exchange {
  /** The line of the page that the command begins on, from 1. */
  readonly line: number;
  readonly command: string;
  readonly shown: string;
}

/** The commands of all console sessions of the page, in its order. */
export function exchangesOf(markdown: string): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!line.startsWith('```')) continue;
    const end = lines.indexOf('```', at + 1);
    if (line === '```console') exchanges.push(...exchangesIn(lines.slice(at + 1, end), at + 2));
    at = end;
  }
  return exchanges;
}

function exchangesIn(lines: readonly string[], firstLine: number): readonly Exchange[] {
  const exchanges: { line: number; typed: string[]; output: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const current = exchanges.at(-1);
    if (line.startsWith('$ ')) exchanges.push({ line: firstLine + index, typed: [line.slice(2)], output: [] });
    else if (current === undefined) throw new Error(`Line ${firstLine + index}: output without a command.`);
    else if (line.startsWith('> ') && current.output.length === 0) current.typed.push(line.slice(2));
    else current.output.push(line);
  }
  return exchanges.map(({ line, typed, output }) => ({
    line,
    command: typed.join('\n'),
    shown: output.join('\n').trim(),
  }));
}

/** Whether a command printed what the page shows. JSON may be formatted in any way. */
export function isAsShown(shown: string, printed: string): boolean {
  return new RegExp(`^${patternOf(compact(shown))}$`).test(compact(printed));
}

const compact = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text.trim();
  }
};

function patternOf(text: string): string {
  return text
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('"…"', '.*?')
    .replaceAll(/^…$/gm, String.raw`[\s\S]*?`)
    .replaceAll('…', '.*?');
}
