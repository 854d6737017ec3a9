/**
 * Runs the steps of the smoke test in a network of its own, and removes all that they made, also if the API fails.
 *
 * The posted events and the log of their deliveries stay for 30 days, and the audit trail for 400, as always; no network can see them.
 */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Client, createClient } from '../../client/index.ts';
import { Feature, type Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { Connection } from '../../ctl/connection.ts';
import { createNetwork, deleteNetwork, disableFeatures } from '../../ctl/networks.ts';
import { mintToken } from '../../ctl/tokens.ts';
import { eraseOwnData } from '../../ctl/user-data.ts';
import { webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { type Latencies, stopwatch } from './latencies.ts';
import { type Bench, steps } from './steps.ts';

/** What the smoke test runs on. */
export interface SmokeSetup {
  readonly connection: Connection;
  readonly apiUrl: string;
  /** A public URL for the webhook; without one it points to a name that does not exist. */
  readonly receiver: string | undefined;
  /** Prints a line: the outcome of a step. */
  readonly print: (line: string) => void;
  /** Ends the run before its next step; what it made is removed. */
  readonly signal?: AbortSignal;
}

/** Whether every step, the removal included, worked; and the calls that were made. */
export interface SmokeResult {
  readonly ok: boolean;
  readonly latencies: Latencies;
}

const TOKEN_SECONDS = 900;
const user = v.parse(UserId, 'smoke-user');

/** Runs the steps until one fails, then removes what they made. Rejects only if the network can't be created. */
export async function runSmoke({ connection, apiUrl, receiver, print, signal }: SmokeSetup): Promise<SmokeResult> {
  const networkId = v.parse(NetworkId, `smoke-${randomBytes(8).toString('hex')}`);
  const { latencies, timed } = stopwatch();
  await createNetwork(connection, networkId, Feature.options);
  const clientOf = async (role: Role): Promise<Client> => {
    const request = { networkId, userId: user, role, lifetimeSeconds: TOKEN_SECONDS };
    return createClient({ baseUrl: apiUrl, token: await mintToken(connection, request) });
  };
  print(`network ${networkId} at ${apiUrl}`);
  let ok = true;
  const bench: Bench = {
    user: await clientOf('user'),
    server: await clientOf('server'),
    admin: await clientOf('admin'),
    receiver,
    timed,
  };
  for (const [name, run] of Object.entries(steps)) {
    ok = await report(name, print, async () => {
      signal?.throwIfAborted();
      return await run(bench);
    });
    if (!ok) break;
  }
  const removed = await report('everything is removed', print, async () => {
    const { client, operator, tables } = connection;
    const changes = webhookChangesTable(client, tables);
    for (const webhook of await webhooksTable(client, tables.webhooks).list(networkId)) {
      await changes.remove(webhook, { kind: 'operator', name: operator });
    }
    await disableFeatures(connection, networkId, Feature.options);
    await eraseOwnData(connection, networkId, user);
    await deleteNetwork(connection, networkId);
    return '';
  });
  if (!removed) print(`Remove the rest by hand, and then: ctl network delete ${networkId}`);
  return { ok: ok && removed, latencies };
}

/** Prints the outcome of a step, and returns whether it worked. */
async function report(name: string, print: (line: string) => void, run: () => Promise<string>): Promise<boolean> {
  try {
    const detail = await run();
    print(`ok      ${name}${detail === '' ? '' : `: ${detail}`}`);
    return true;
  } catch (error) {
    print(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
