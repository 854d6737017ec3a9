/** GET /source-addresses of a stage with static addresses, in a local cloud, which accepts its network. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalCloudProcess, startLocalCloudProcess } from '../support/local-cloud-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const data = temporaryFolder();
const START = 'test/api/static-addresses/start.ts';
let cloud: LocalCloudProcess;
const start = () => startLocalCloudProcess(['--port', '0', '--data', data], {}, [START]);
beforeAll(async () => {
  cloud = await start();
});
afterAll(async () => void (await cloud.end('SIGTERM')));

async function list(): Promise<unknown> {
  const response = await fetch(`${cloud.url}/source-addresses`);
  return { status: response.status, body: await response.json() };
}

test('a stage with static addresses lists them to anyone, with a date that outlives every process', async () => {
  const before = Date.now();
  const first = await list();
  expect(first).toEqual({
    status: 200,
    body: { addresses: ['127.0.0.1/32'], version: expect.any(String), updatedAt: expect.stringMatching(/Z$/) },
  });
  const [, year] = /"updatedAt":"(.*?)"/.exec(JSON.stringify(first)) ?? [];
  expect(Date.parse(year ?? '')).toBeGreaterThanOrEqual(before);
  expect(await list()).toEqual(first);
  await cloud.end('SIGTERM');
  cloud = await start();
  expect(await list()).toEqual(first);
});
