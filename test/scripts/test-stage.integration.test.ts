import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import { allNetworks } from '@social-platform-services/ctl/networks';
import { patience } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { cloudVariables, connection, dataFolder } from '../support/service.ts';

jest.setTimeout(patience(120_000));

test('the end-to-end tests know a service by its outputs, say what they need, and leave no network', async () => {
  const free = await startReceiver();
  const { port } = new URL(free.url);
  await free.stop();
  const { [cloudVariables.url]: _url, [cloudVariables.data]: _data, JEST_WORKER_ID: _id, ...env } = process.env;
  const words = ['--data', dataFolder(), '--receivers-at', `http://127.0.0.1:${port}/`, '--receivers-port', port];
  const paths = ['on-behalf-of', 'statistics'].map((name) => `test/e2e/${name}.test.ts`);
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', 'scripts/test-stage/main.ts', ...words, ...paths],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const [code] = await once(child, 'close');
  const output = Buffer.concat(parts).toString();
  expect(output).toMatch(/^Not run, since they need a local cloud: 1\n {2}the header on-behalf-of counts against/m);
  expect(output).toMatch(/✓ count deliveries and failures/);
  expect(output).toMatch(/^All networks of the tests are removed\.$/m);
  expect(code).toBe(0);
  const [, made = ''] = /^Networks: (.*)$/m.exec(output) ?? [];
  const left = new Set((await allNetworks(connection())).map(({ networkId }) => `${networkId}`));
  expect(made.split(' ').length).toBeGreaterThan(1);
  expect(made.split(' ').filter((network) => left.has(network))).toEqual([]);
});
