/** A database that does not respond (docs/spec/requests.md#temporary-failures), in a local cloud of its own. */
import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { databaseProcesses } from '../support/database-processes.ts';
import { startOwnCloud } from '../support/own-cloud.ts';
import { call, eventually } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('is 503 with Retry-After for a known token, the gateway’s 500 for another, and nothing is remembered', async () => {
  const cloud = await startOwnCloud({ data: temporaryFolder(), inMemory: true, faults: 'off' });
  try {
    const networkId = await cloud.addNetwork('known');
    const tokenOf = (user: string) =>
      mintToken(cloud.connection, { networkId, userId: v.parse(UserId, user), role: 'user', lifetimeSeconds: 600 });
    const [known, unknown] = await Promise.all([tokenOf('alice'), tokenOf('bob')]);
    const list = (token: string) => call('POST', '/block', { token, body: {}, url: cloud.url });
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
  } finally {
    await cloud.stop();
  }
}, 180_000);

/** Stops the process, and returns when it stands still: on a busy machine, that takes a moment after the signal. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await eventually(() => {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
    if (!state.startsWith('T')) throw new Error(`The process ${pid} has the state ${state}.`);
  });
}
