/** Runs a command on the service that its options select, and prints the result. */
import type { Command } from 'commander';
import * as v from 'valibot';
import type { Connection } from '../connection.ts';
import { type CommandResult, printResult } from '../output.ts';
import { openService, ServiceOptions } from '../service.ts';

/** Returns the values of the options of every command that were given, or the defaults. */
export const serviceOptions = (command: Command): ServiceOptions => v.parse(ServiceOptions, command.optsWithGlobals());

/** Connects to the service, calls `run` and prints its result. Throws what `run` throws, OperatorError and UsageError. */
export async function runCommand(
  command: Command,
  run: (connection: Connection) => Promise<CommandResult>,
): Promise<void> {
  const options = serviceOptions(command);
  await printResult(options, await run(await openService(options)));
}
