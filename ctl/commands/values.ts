/** The arguments and options that name things, and how they are checked. A malformed one is a UsageError that names it. */
import { Argument, Option } from 'commander';
import * as v from 'valibot';
import { Feature, Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { UsageError } from '../operator-error.ts';

/** A token that nobody can take back is kept short; servers and admins renew theirs. */
const LONGEST_TOKEN_SECONDS = 30 * 24 * 60 * 60;

const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `<network>`: a network's id. */
export const networkArgument = () => new Argument('<network>', 'id of a network').argParser(readNetworkId);

/** `<user>`: a user's id within the network. */
export const userArgument = () =>
  new Argument('<user>', "the user's id; put -- before one that begins with -").argParser(readUserId);

/** `<feature...>`: one or more switches. */
export const featuresArgument = () =>
  new Argument('<feature...>', 'what to switch').choices(Feature.options).argParser(readFeatures);

/** `--network`: the token's network; required. */
export const networkOption = () =>
  new Option('--network <network>', 'the network that it is for').argParser(readNetworkId).makeOptionMandatory();

/** `--user`: whom the token speaks for; required. */
export const userOption = () =>
  new Option('--user <user>', 'whom it speaks for').argParser(readUserId).makeOptionMandatory();

/** `--role`: what the token may call; `user` unless given. */
export const roleOption = () =>
  new Option('--role <role>', 'what it may call')
    .choices(Role.options)
    .argParser(readRole)
    .default('user' satisfies Role);

/** `--expires`: the token's lifetime; seconds once it is read. `usual` is a period, such as `1h`. */
export const expiresOption = (usual: string) =>
  new Option('--expires <period>', 'how long it is valid: 30s, 15m, 1h, 7d; at most 30d')
    .argParser(readPeriod)
    .default(readPeriod(usual), usual);

const readNetworkId = (text: string): NetworkId => readId('network', NetworkId, text);
const readRole = (text: string): Role => readChoice('role', Role.options, text);
const readUserId = (text: string): UserId => readId('user', UserId, text);

function readId<TSchema extends v.GenericSchema<unknown, string>>(
  name: string,
  schema: TSchema,
  text: string,
): v.InferOutput<TSchema> {
  const id = v.safeParse(schema, text);
  if (id.success) return id.output;
  throw new UsageError(`${name} ${id.issues[0].message}; it is ${JSON.stringify(text)}.`);
}

function readFeatures(text: string, before: readonly Feature[] = []): readonly Feature[] {
  return [...before, readChoice('feature', Feature.options, text)];
}

function readChoice<Choice extends string>(name: string, choices: readonly Choice[], text: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`There is no ${name} ${JSON.stringify(text)}. There are: ${choices.join(', ')}.`);
}

/** Seconds. */
function readPeriod(text: string): number {
  const [, count, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsOfUnit[unit ?? ''] ?? Number.NaN);
  if (seconds >= 1 && seconds <= LONGEST_TOKEN_SECONDS) return seconds;
  throw new UsageError(
    `--expires must be a period such as 30s, 15m, 1h or 7d, from 1s to 30d; it is ${JSON.stringify(text)}.`,
  );
}
