import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type LiveSecrets, legacyHeaders, signedHeaders } from '../../lambdas/delivery/outbound/signature.ts';
import { eventually } from '../../testing/eventually.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { portOf } from '../../testing/receivers/listening.ts';
import { call, createNetwork, tokenFor } from '../../testing/service.ts';

/** Runs a receiver of examples/receivers in its own process. */
/** How to start a receiver, and how to check that this machine can run it. */
interface Language {
  readonly file: string;
  /** Exits with 0 if the interpreter or compiler is installed. */
  readonly probe: readonly [string, ...string[]];
  readonly start: (port: number) => readonly [string, ...string[]];
  /** True if it prints the address that it listens on; otherwise it is polled until it responds. */
  readonly announces: boolean;
}

/** A running receiver. */
interface ReceiverProcess {
  readonly url: string;
  /** The events that it has printed, such as `channel.didCreate 01KB…`. */
  readonly received: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Whether this machine can run a language's receiver. */
const canRun = ({ probe: [command, ...args] }: Language): boolean =>
  spawnSync(command, args, { timeout: 10_000 }).status === 0;

/** Starts it and waits until it is ready. `freePort`: if it announces none; `key`: the path of a member of `data`. */
async function startReceiverProcess(
  { start, announces }: Language,
  secret: string,
  freePort: number,
  key = '',
): Promise<ReceiverProcess> {
  const [command, ...args] = start(freePort);
  const child = spawn(command, args, {
    cwd: 'examples/receivers',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET: secret, PORT: '0', KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: `go run` starts the receiver as another process, which has to end, too.
    detached: true,
  });
  const lines = linesOf(child);
  const address = await eventually(() => addressIn(lines, announces ? undefined : freePort), 20_000);
  return {
    url: address,
    received: () => lines.flatMap((line) => /received (.+)$/.exec(line)?.[1] ?? []),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      if (child.pid !== undefined) process.kill(-child.pid);
      await closed;
    },
  };
}

/** Returns a growing list of the lines that it prints to stdout and stderr. */
function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (input !== null) createInterface({ input }).on('line', (line) => lines.push(line));
  }
  return lines;
}

async function addressIn(lines: readonly string[], port: number | undefined): Promise<string> {
  if (port !== undefined) {
    const url = `http://127.0.0.1:${port}`;
    await fetch(url);
    return url;
  }
  const address = lines.flatMap((line) => /^listening on (http:\S+)$/.exec(line)?.[1] ?? [])[0];
  if (address === undefined) throw new Error(`It does not listen:\n${lines.join('\n')}`);
  return address;
}

const php: Language = {
  file: 'receiver.php',
  probe: ['php', '--version'],
  // Without the extensions that an installation may lack.
  start: (port) => ['php', '-n', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  announces: false,
};

const languages: Readonly<Record<string, Language>> = {
  Node: {
    file: 'receiver.mjs',
    probe: [process.execPath, '--version'],
    start: () => [process.execPath, 'receiver.mjs'],
    announces: true,
  },
  Python: {
    file: 'receiver.py',
    probe: ['python3', '--version'],
    start: () => ['python3', 'receiver.py'],
    announces: true,
  },
  Go: { file: 'receiver.go', probe: ['go', 'version'], start: () => ['go', 'run', 'receiver.go'], announces: true },
  PHP: php,
  Ruby: {
    file: 'receiver.ru',
    probe: ['rackup', '--version'],
    start: (port) => ['rackup', '--host', '127.0.0.1', '--port', `${port}`, 'receiver.ru'],
    announces: false,
  },
};

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const nextSecret = 'whsec_GBkaGxwdHh8gISIjJCUmJygpKissLS4v';
const secrets: LiveSecrets = [secret];
const deliveryId = '01JD0Q4Z5N8M7K6H5G4F3E2D1C';
const body = '{"event":"channel.didCreate","data":{"n":1.0,"text":"é🙂"}}';
const forged = '{"event":"forged.event","data":{"n":1.0}}';
const signed = (text: string, { by = secrets, id = deliveryId, secondsAgo = 0 } = {}) =>
  signedHeaders({ deliveryId: id, now: new Date(Date.now() - secondsAgo * 1000), body: text }, by);
const strangers: LiveSecrets = ['whsec_bm9uZQ=='];
const timeOf = (secondsAgo: number) => ({ 'webhook-timestamp': `${Math.floor(Date.now() / 1000) - secondsAgo}` });
const serviceSignature = (text: string) => ({ 'x-service-signature': signed(text)['x-service-signature'] ?? '' });

test('every receiver of examples/receivers has its tests here', () => {
  expect(readdirSync('examples/receivers').toSorted()).toEqual(
    Object.values(languages)
      .map(({ file }) => file)
      .toSorted(),
  );
});

/** Every machine that runs the tests has these; SPS_REQUIRE_LANGUAGES names more of them, such as `Go,Ruby`. */
const required = new Set(['Node', 'Python', ...(process.env['SPS_REQUIRE_LANGUAGES'] ?? '').split(',')]);
const untested: string[] = [];

for (const [name, language] of Object.entries(languages)) {
  if (required.has(name) || canRun(language)) describe(`The ${name} receiver`, () => receiverTests(language));
  else {
    untested.push(name);
    test.skip(`the ${name} receiver is not tested: \`${language.probe.join(' ')}\` can't be run here`, () => {});
  }
}
afterAll(() => {
  // Not by the console, which is silent in a run of all tests.
  if (untested.length > 0)
    process.stderr.write(`Example receivers: ${untested.length} not tested: ${untested.join(', ')}\n`);
});

function receiverTests(language: Language): void {
  let receiver: ReceiverProcess;
  let webhook: { readonly path: string; readonly token: string };
  beforeAll(async () => {
    const token = await tokenFor(await createNetwork(), 'root', 'admin');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { body: created } = await call('POST', '/webhooks', { token, body: { url, enabled: false } });
    const { webhookId, secret: own } = v.parse(v.object({ webhookId: v.string(), secret: v.string() }), created);
    webhook = { path: `/webhooks/${webhookId}`, token };
    receiver = await startReceiverProcess(language, `${secret} ${nextSecret} ${own}`, port, 'channel.channelId');
  });
  afterAll(() => receiver.stop());

  const post = async (text: string, headers: Record<string, string>) => {
    const init = { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(receiver.url, init);
    return { status: response.status, text: await response.text() };
  };
  const expectReceived = (line: string) => eventually(() => expect(receiver.received()).toContain(line));

  test('accepts a signed event, and responds with 200 and an empty JSON object', async () => {
    expect(await post(body, signed(body))).toEqual({ status: 200, text: '{}' });
    await expectReceived(`channel.didCreate ${deliveryId}`);
  });

  test('passes the check-up of its webhook', async () => {
    const { token, path } = webhook;
    await call('PATCH', path, { token, body: { url: `${receiver.url}/` } });
    const { body: checked } = await call('POST', `${path}/checkup`, { token });
    const { results } = v.parse(v.object({ results: v.array(v.looseObject({ verdict: v.string() })) }), checked);
    expect(results.filter(({ verdict }) => verdict !== 'passed')).toMatchObject([{ question: 'accepts_legacy' }]);
  });

  test('accepts an event that is signed with the other secret of a rotation', async () => {
    const other: LiveSecrets = [nextSecret, secret];
    expect(await post(body, signed(body, { by: other }))).toMatchObject({ status: 200 });
  });

  test.each([290, -290])('accepts an event that was signed %i seconds ago', async (secondsAgo) => {
    expect(await post(body, signed(body, { secondsAgo }))).toMatchObject({ status: 200 });
  });

  test('accepts an event of the maximum size', async () => {
    const large = JSON.stringify({ event: 'app.opened', data: { text: 'é'.repeat(128 * 1024 - 100) } });
    expect(await post(large, signed(large))).toMatchObject({ status: 200 });
  });

  test('responds with 413 to more than 1 MiB, or breaks the request off, though it is signed', async () => {
    const large = JSON.stringify({ event: 'app.opened', data: { text: 'x'.repeat(2 ** 20) } });
    const { status } = await post(large, signed(large)).catch(() => ({ status: 413 }));
    expect(status).toBe(413);
  });

  test('handles no event that is older than the latest one of its key', async () => {
    const send = async (event: string, id: string, data: object) => {
      const text = JSON.stringify({ event, data });
      expect(await post(text, signed(text, { id }))).toMatchObject({ status: 200 });
      return `${event} ${id}`;
    };
    const channel = { channel: { channelId: randomUUID() } };
    await expectReceived(await send('newest.event', '3', channel));
    const outdated = await send('outdated.event', '2', channel);
    await expectReceived(await send('other.event', '1', { channel: { channelId: randomUUID() } }));
    await expectReceived(await send('other.event', '0', { channel: null }));
    await expectReceived(await send('newer.event', '4', channel));
    expect(receiver.received()).not.toContain(outdated);
  });

  test.each<[string, string, () => Record<string, string>]>([
    ['no signature', forged, () => ({})],
    ['an empty signature', forged, () => ({ ...signed(forged), 'webhook-signature': '' })],
    ['a signature that is too short', forged, () => ({ ...signed(forged), 'webhook-signature': 'v1,AAAA' })],
    ['a signature that is not ASCII', forged, () => ({ ...signed(forged), 'webhook-signature': 'é'.repeat(47) })],
    ['a signature by another secret', forged, () => signed(forged, { by: strangers })],
    ['the signature of another body', forged, () => signed(`${forged} `)],
    [
      'the signature of the text before it was serialised again',
      JSON.stringify(JSON.parse(forged)),
      () => signed(forged),
    ],
    ['a signature of another id', forged, () => ({ ...signed(forged), 'webhook-id': 'replayed' })],
    ['a signature of another time', forged, () => ({ ...signed(forged, { secondsAgo: 60 }), ...timeOf(0) })],
    ['a signature that is too old', forged, () => signed(forged, { secondsAgo: 310 })],
    ['a signature from the future', forged, () => signed(forged, { secondsAgo: -310 })],
    ['a time that is not a number', forged, () => ({ ...signed(forged), 'webhook-timestamp': 'now' })],
    ['a time without end', forged, () => ({ ...signed(forged), 'webhook-timestamp': '9'.repeat(5000) })],
    ['a signature of the body only', forged, () => serviceSignature(forged)],
    ['a legacy signature only', forged, () => legacyHeaders(forged, secrets)],
    ['no signature and not JSON', 'event=1', () => ({})],
  ])('responds with 401 to a request with %s, and handles no event', async (_, text, headers) => {
    expect(await post(text, headers())).toMatchObject({ status: 401 });
    const after = `after-${randomUUID()}`;
    await post(body, signed(body, { id: after }));
    await expectReceived(`channel.didCreate ${after}`);
    expect(receiver.received()).not.toContainEqual(expect.stringContaining('forged'));
  });
}

(canRun(php) ? test : test.skip)('PHP that cannot compute a signature does not respond with 200', async () => {
  const port = await freePort();
  const start = ['php', '-n', '-d', 'disable_functions=hash_hmac', '-S', `127.0.0.1:${port}`, 'receiver.php'] as const;
  const receiver = await startReceiverProcess({ ...php, start: () => start }, secret, port);
  const { status } = await fetch(receiver.url, {
    method: 'POST',
    body: forged,
    headers: signed(forged, { by: strangers }),
  });
  await receiver.stop();
  expect(status).toBe(500);
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

test('examples/ledger/reconcile.py reads every page of the ledger', async () => {
  const pages = [{ slices: [], next: 'A' }, { slices: [], next: 'B' }, { slices: [] }];
  const service = await startReceiver((response) => response.end(JSON.stringify(pages.shift())));
  const words = ['examples/ledger/reconcile.py', service.url, 'demo', 'wh', '2026-11-22T21'];
  const running = promisify(execFile)('python3', words, { env: { ...process.env, WEBHOOK_SECRET: secret } });
  running.child.stdin?.end();
  await running;
  await service.stop();
  expect(service.requests.map(({ body: asked }) => JSON.parse(`${asked}`).after)).toEqual([undefined, 'A', 'B']);
});
