/** Runs a command on the service that its options select, and prints the result. */
import type { Command } from 'commander';
import type { Connection } from '../connection.ts';
import { writeNote, writeResult } from '../stdio.ts';
import { openService, type ServiceOptions, serviceOptions } from './service-options.ts';

/** The result of a command, as text and as JSON. */
export interface CommandResult {
  /** For people, without a final line break; empty prints nothing. */
  readonly text: string;
  /** For programs: printed with `--json`. */
  readonly json: unknown;
  /** A hint for people: printed to stderr, except with `--json`. */
  readonly note?: string | undefined;
}

/** Connects to the service, calls `run` and prints its result. Throws what `run` throws, OperatorError and UsageError. */
export async function runCommand(
  command: Command,
  run: (connection: Connection) => Promise<CommandResult>,
): Promise<void> {
  const options = serviceOptions(command);
  await printResult(options, await run(await openService(options)));
}

/** Prints the result of a command, as its options say. */
export async function printResult(
  options: Pick<ServiceOptions, 'json'>,
  { text, json, note }: CommandResult,
): Promise<void> {
  if (options.json) return writeResult(`${JSON.stringify(json, null, 2)}\n`);
  if (text !== '') await writeResult(`${text}\n`);
  if (note !== undefined) writeNote(note);
}
