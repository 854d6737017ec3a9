/**
 * `npm run smoke -- [--env <stage> | --data <folder>] [--receiver <https URL>]`, or `sps smoke`: calls the main flows of a deployed
 * stage, or of a running local cloud, through a network of its own, and removes all that they made, also if the API
 * fails. The events and the log of deliveries stay for 30 days, the audit trail for 400, and responses to requests with an
 * idempotency key for a day; no network sees them.
 *
 * Exit codes: 0 if everything worked, 1 if a step failed, 2 for wrong arguments.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@social-platform-services/client';
import { typedCommand, typedName } from '@social-platform-services/ctl/about';
import { apiUrlOf, connectTo } from '@social-platform-services/ctl/connection';
import { describeError } from '@social-platform-services/ctl/describe-error';
import { dataOption } from '@social-platform-services/ctl/local-cloud';
import { createNetwork } from '@social-platform-services/ctl/networks';
import { connectToFailures } from '@social-platform-services/ctl/redrive/connection';
import { removeNetwork } from '@social-platform-services/ctl/remove-network';
import { findService } from '@social-platform-services/ctl/service';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { Feature, type Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { DEFAULT_PREFIX, wrongStage } from '../../contract/stages.ts';
import { noticeMailer } from './smoke-mail.ts';
import { type Callers, steps } from './smoke-steps.ts';

const USAGE = `${typedCommand('smoke', '[--env <stage> [--prefix <prefix>] | --data <folder>]')} [--receiver <https URL>]`;

/** What `--help` prints. */
export const smokeHelp = `Usage: ${USAGE}

The command calls the main flows of a deployed stage, or of a running local
cloud (by default the one on .local). It makes a network for that, and removes
this network at the end. With --receiver, it also delivers to this public URL,
which must respond with 2xx. The exit code is 0 if everything worked, 1 if a
step failed, and 2 if the arguments are wrong.`;

/** Which service to test, and where its test webhook points. */
interface SmokeArguments {
  readonly env: string | undefined;
  /** The data folder of a local cloud. */
  readonly data: string;
  readonly receiver: string | undefined;
  /** How the names of the stage's stacks begin. */
  readonly prefix: string;
}

/** Returns the parsed arguments, or a message about what is wrong. */
export function smokeArguments(args: readonly string[]): SmokeArguments | { readonly problem: string } {
  const text = { type: 'string' } as const;
  const options = { env: text, data: text, receiver: text, prefix: text } as const;
  try {
    const { env, data, receiver, prefix = DEFAULT_PREFIX } = parseArgs({ args: [...args], options }).values;
    if (env !== undefined && data !== undefined) return { problem: `Name a stage or a folder, not both: ${USAGE}` };
    const problem = wrongStage(env, prefix);
    if (problem !== undefined) return { problem };
    return { env, data: data ?? '.local', receiver, prefix };
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : String(error)}\n${USAGE}` };
  }
}

const TOKEN_SECONDS = 900;
const user = v.parse(UserId, 'smoke-user');

/** Runs the steps until one fails, removes what they made, and returns the exit code. */
async function smoke(options: SmokeArguments): Promise<number> {
  const service = await findService(options, 'data', 'service');
  const [connection, apiUrl, failures] = [connectTo(service), apiUrlOf(service), connectToFailures(service)];
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

  const networkId = v.parse(NetworkId, `smoke-${randomBytes(8).toString('hex')}`);
  await createNetwork(connection, networkId, Feature.options);
  const clientOf = async (role: Role): Promise<Client> => {
    const request = { networkId, userId: user, role, lifetimeSeconds: TOKEN_SECONDS };
    return createClient({ baseUrl: apiUrl, token: await mintToken(connection, request) });
  };
  console.log(`network ${networkId} at ${apiUrl}`);
  const callers: Callers = {
    user: await clientOf('user'),
    server: await clientOf('server'),
    admin: await clientOf('admin'),
    receiver: options.receiver,
    mailNotice: noticeMailer(failures, connection, networkId),
  };
  let ok = true;
  for (const [name, step] of Object.entries(steps)) {
    ok = await report(name, () => {
      interrupted.signal.throwIfAborted();
      return step(callers);
    });
    if (!ok) break;
  }
  const removed = await report('everything is removed', async () => {
    await removeNetwork(connection, networkId, [user]);
    return '';
  });
  if (!removed) console.log(`Remove the rest by hand, and then: ${deleteCommand(options, networkId)}`);
  connection.client.destroy();
  return ok && removed ? 0 : 1;
}

function deleteCommand({ env, data, prefix }: SmokeArguments, networkId: NetworkId): string {
  const ofStage = prefix === DEFAULT_PREFIX ? `--env ${env}` : `--env ${env} --prefix ${prefix}`;
  const service = env === undefined ? dataOption(data) : ofStage;
  return [typedName, 'network delete', networkId, ...(service === undefined ? [] : [service])].join(' ');
}

/** Prints the outcome of a step, and returns whether it worked. */
async function report(name: string, run: () => Promise<string>): Promise<boolean> {
  try {
    const detail = await run();
    console.log(`ok      ${name}${detail === '' ? '' : `: ${detail}`}`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Runs with these arguments, and returns the exit code. */
export async function runSmoke(words: readonly string[]): Promise<number> {
  const parsed = smokeArguments(words);
  if ('problem' in parsed) {
    console.error(parsed.problem);
    return 2;
  }
  return await smoke(parsed).catch(async (error: unknown) => {
    console.error(await describeError(error, parsed));
    return 1;
  });
}
