/** What commands answer, and how it is printed. */
import type { Command } from 'commander';
import type { Connection } from '../connection.ts';
import { writeResult } from '../stdout.ts';
import { openService, serviceOptions } from './service-options.ts';

/** A command's result in both of its forms. */
export interface Answer {
  /** For people, without a final line break; empty prints nothing. */
  readonly text: string;
  /** For programs: printed with --json. */
  readonly json: unknown;
  /** What else people should know: goes to stderr, and is left out with --json. */
  readonly note?: string;
}

/** Does a command's work on the service that its options name, and prints the answer. */
export async function answer(command: Command, work: (connection: Connection) => Promise<Answer>): Promise<void> {
  const options = serviceOptions(command);
  const { text, json, note } = await work(await openService(options));
  if (options.json) return writeResult(`${JSON.stringify(json, null, 2)}\n`);
  if (text !== '') await writeResult(`${text}\n`);
  if (note !== undefined) process.stderr.write(`${note}\n`);
}
