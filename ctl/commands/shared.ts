/** What commands share: arguments and options (a wrong one: exit code 2), and the service. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import { DAY_SECONDS, HOUR_SECONDS } from '../../contract/durations.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { type CommandResult, printResult, writeNote } from '../output.ts';
import { RETRY_MINUTES, type RetryOptions } from '../retry-strategy.ts';
import { openService, ServiceOptions } from '../service.ts';

/** Parses a value with a schema, whose message says what it must be. */
export const parsedWith =
  <Value>(schema: v.GenericSchema<unknown, Value>) =>
  (text: string): Value => {
    const parsed = v.safeParse(schema, text);
    if (parsed.success) return parsed.output;
    throw new InvalidArgumentError(`It ${parsed.issues[0].message}.`);
  };

/** Parses a whole number of a range. */
const parsedNumber = (lowest: number, highest: number) =>
  parsedWith(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^\d{1,9}$/.test(text) && Number(text) >= lowest && Number(text) <= highest,
        `must be a whole number from ${lowest} to ${highest}`,
      ),
      v.transform(Number),
    ),
  );

/** An option with a whole number of a range. */
export const numberOption = (flags: string, description: string, min: number, max: number, usual: number): Option =>
  new Option(flags, description).default(usual).argParser(parsedNumber(min, max));

/** Aborted by Ctrl-C, SIGTERM or a closed terminal; a second Ctrl-C ends the process at once. */
export function endedBySignals(): AbortController {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end.abort());
  return end;
}

/** How a command that runs for long repeats its calls, until `signal` ends it. People are told what it waits for. */
export const retryOptionsOf = (options: ServiceOptions, signal: AbortSignal): RetryOptions => ({
  signal,
  async onWait(error) {
    const { describeError } = await import('../describe-error.ts');
    const [what = ''] = (await describeError(error, options)).split('\n');
    writeNote(`${what}\nThe call is repeated, for up to ${RETRY_MINUTES} minutes.`);
  },
});

/** `<network>`: a network's id. */
export const networkArgument = () => new Argument('<network>', 'id of a network').argParser(parsedWith(NetworkId));

/** `<user>`: a user's id within the network. */
export const userArgument = () =>
  new Argument('<user>', "the user's id; put -- before an id that begins with -").argParser(parsedWith(UserId));

/** `--network`: a network's id; required. */
export const networkOption = () =>
  new Option('--network <network>', 'id of the network').argParser(parsedWith(NetworkId)).makeOptionMandatory();

/** Short, because a single token can't be revoked. */
const MAX_TOKEN_SECONDS = 30 * DAY_SECONDS;
const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: HOUR_SECONDS, d: DAY_SECONDS };

/** Returns seconds; NaN for what is no period. */
function secondsOf(period: string): number {
  const [, count, unit = ''] = /^(\d{1,7})([smhd])$/.exec(period) ?? [];
  return Number(count) * (secondsOfUnit[unit] ?? Number.NaN);
}

const Period = v.pipe(
  v.string(),
  v.check(
    (text) => secondsOf(text) >= 1 && secondsOf(text) <= MAX_TOKEN_SECONDS,
    'must be a period such as 30s, 15m, 1h or 7d, from 1s to 30d',
  ),
  v.transform(secondsOf),
);

/** `--expires`: the token's lifetime, parsed to seconds. `defaultPeriod` is the default, such as `1h`. */
export const expiresOption = (defaultPeriod: string) =>
  new Option('--expires <period>', 'how long the token, or the session, is valid: 30s, 15m, 1h, 7d; at most 30d')
    .argParser(parsedWith(Period))
    .default(secondsOf(defaultPeriod), defaultPeriod);

/** Returns the values of the options of every command that were given, or the defaults. */
export const serviceOptions = (command: Command): ServiceOptions => v.parse(ServiceOptions, command.optsWithGlobals());

/**
 * Connects, calls `run` and prints its result. With `signal`, calls are repeated until it ends them. Throws what `run`
 * throws, OperatorError and UsageError.
 */
export async function runCommand(
  command: Command,
  run: (connection: Connection) => Promise<CommandResult>,
  signal?: AbortSignal,
): Promise<void> {
  const options = serviceOptions(command);
  await printResult(options, await run(await openService(options, signal && retryOptionsOf(options, signal))));
}
