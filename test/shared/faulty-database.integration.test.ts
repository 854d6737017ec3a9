/**
 * A database that does not respond (docs/spec/requests.md#temporary-failures), and one with malformed items, in a local
 * cloud of their own.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import { databaseProcesses } from '../support/database-processes.ts';
import { type OwnCloud, startOwnCloud } from '../support/own-cloud.ts';
import { call, eventually } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const data = temporaryFolder();
let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startOwnCloud({ data, inMemory: true, faults: 'off' });
}, 180_000);
afterAll(() => cloud.stop());

const tokenOf = (networkId: NetworkId, user: string) =>
  mintToken(cloud.connection, { networkId, userId: v.parse(UserId, user), role: 'user', lifetimeSeconds: 600 });
const list = (token: string) => call('POST', '/block', { token, body: {}, url: cloud.url });

test('is 503 with Retry-After for a known token, the gateway’s 500 for another, and nothing is remembered', async () => {
  const networkId = await cloud.addNetwork('known');
  const [known, unknown] = await Promise.all([tokenOf(networkId, 'alice'), tokenOf(networkId, 'bob')]);
  expect(await list(known)).toMatchObject({ status: 200 });

  const { database } = databaseProcesses(cloud.process.pid);
  await suspend(database);
  const [ofRoute, ofGateway] = await Promise.all([list(known), list(unknown)]);
  process.kill(database, 'SIGCONT');
  expect(ofRoute).toMatchObject({ status: 503, body: { status: 'error', code: 500000 } });
  expect(ofRoute.headers.get('retry-after')).toBe('1');
  expect(ofGateway).toMatchObject({ status: 500, body: { message: 'Internal Server Error' } });
  expect(ofGateway.headers.get('retry-after')).toBeNull();

  for (const token of [known, unknown]) expect(await list(token)).toMatchObject({ status: 200 });
}, 180_000);

test('has malformed items, and no log has anything of them', async () => {
  const { client, tables } = cloud.connection;
  const [user, blocked, secret] = [`user${randomUUID()}`, `blocked${randomUUID()}`, `secret${randomUUID()}`];
  const ofBlock = await cloud.addNetwork('malformed-block');
  const block = { netid_uid: `${ofBlock}_${user}`, blocked_userId: blocked, c: 'now' };
  await client.send(new PutCommand({ TableName: tables.blocks, Item: block }));
  expect((await list(await tokenOf(ofBlock, user))).status).toBe(500);

  const networkId = await cloud.addNetwork('malformed-network');
  const token = await tokenOf(networkId, user);
  const signingKeys = [{ keyId: 'k1', secret }];
  await client.send(new PutCommand({ TableName: tables.networks, Item: { networkId, signingKeys } }));
  expect((await list(token)).status).toBe(500);

  const logOf = (name: string): string => readFileSync(join(data, 'logs', name), 'utf8');
  await eventually(() => {
    expect(logOf('Block-ListBlockedUsers.log')).toContain('c is malformed');
    expect(logOf('Auth-Authorizer.log')).toContain('features is malformed');
  });
  const logs = readdirSync(join(data, 'logs')).map((name) => ({ name, log: logOf(name) }));
  for (const text of [user, blocked, secret])
    expect(logs.filter(({ log }) => log.includes(text)).map(({ name }) => name)).toEqual([]);
});

/** Stops the process, and returns when it stands still: on a busy machine, that takes a moment after the signal. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await eventually(() => {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
    if (!state.startsWith('T')) throw new Error(`The process ${pid} has the state ${state}.`);
  });
}
