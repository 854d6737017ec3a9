/** The arguments and options that several commands share. An invalid value is a UsageError that names the argument. */
import { Argument, Option } from 'commander';
import * as v from 'valibot';
import { Feature, Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { UsageError } from '../errors.ts';

/** Short, because a single token can't be revoked. */
const MAX_TOKEN_SECONDS = 30 * 24 * 60 * 60;

const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `<network>`: a network's id. */
export const networkArgument = () => new Argument('<network>', 'id of a network').argParser(parseNetworkId);

/** `<user>`: a user's id within the network. */
export const userArgument = () =>
  new Argument('<user>', "the user's id; put -- before one that begins with -").argParser(parseUserId);

/** `<feature...>`: one or more features. */
export const featuresArgument = () =>
  new Argument('<feature...>', 'the features').choices(Feature.options).argParser(parseFeatures);

/** `--network`: a network's id; required. */
export const networkOption = () =>
  new Option('--network <network>', 'id of the network').argParser(parseNetworkId).makeOptionMandatory();

/** `--user`: the user id in the token; required. */
export const userOption = () =>
  new Option('--user <user>', 'id of the user that the token is for').argParser(parseUserId).makeOptionMandatory();

/** `--role`: the role in the token; `user` by default. */
export const roleOption = () =>
  new Option('--role <role>', 'role of the token')
    .choices(Role.options)
    .argParser(parseRole)
    .default('user' satisfies Role);

/** `--expires`: the token's lifetime, parsed to seconds. `defaultPeriod` is the default, such as `1h`. */
export const expiresOption = (defaultPeriod: string) =>
  new Option('--expires <period>', 'how long the token is valid: 30s, 15m, 1h, 7d; at most 30d')
    .argParser(parsePeriod)
    .default(parsePeriod(defaultPeriod), defaultPeriod);

const parseNetworkId = (text: string): NetworkId => parseId('network', NetworkId, text);
const parseRole = (text: string): Role => parseChoice('role', Role.options, text);
const parseUserId = (text: string): UserId => parseId('user', UserId, text);

function parseId<TSchema extends v.GenericSchema<unknown, string>>(
  name: string,
  schema: TSchema,
  text: string,
): v.InferOutput<TSchema> {
  const id = v.safeParse(schema, text);
  if (id.success) return id.output;
  throw new UsageError(`${name} ${id.issues[0].message}; it is ${JSON.stringify(text)}.`);
}

function parseFeatures(text: string, before: readonly Feature[] = []): readonly Feature[] {
  return [...before, parseChoice('feature', Feature.options, text)];
}

function parseChoice<Choice extends string>(name: string, choices: readonly Choice[], text: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`There is no ${name} ${JSON.stringify(text)}. There are: ${choices.join(', ')}.`);
}

/** Returns seconds. */
function parsePeriod(text: string): number {
  const [, count, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsOfUnit[unit ?? ''] ?? Number.NaN);
  if (seconds >= 1 && seconds <= MAX_TOKEN_SECONDS) return seconds;
  throw new UsageError(
    `--expires must be a period such as 30s, 15m, 1h or 7d, from 1s to 30d; it is ${JSON.stringify(text)}.`,
  );
}
