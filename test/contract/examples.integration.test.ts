/**
 * Runs the sample in curl of each operation, with the token that it shows, and compares the response with the example of
 * the response.
 */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { world } from '../../contract/examples.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import { type RouteDefinition, statusOf } from '../../contract/route.ts';
import { documentationOf, type OperationId, routes } from '../../contract/routes.ts';
import { SAMPLE_API, samplesOf } from '../../scripts/api-samples.ts';
import { confirmationTokens } from '../e2e/notice-mails.ts';
import { expectDocumented } from '../support/documented-responses.ts';
import { isFaultless } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { cloud, createNetwork, dataFolder, eventually } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const isOperation = (id: string): id is OperationId => id in routes;
/** What others need, and what destroys what others need; the rest works in the order of the reference. */
const first: readonly OperationId[] = [
  'createWebhook',
  'updateWebhook',
  'listAudit',
  'ingestEvents',
  'changeNoticeSettings',
  'confirmNoticeAddress',
];
const last: readonly OperationId[] = ['unblockUser', 'deleteWebhook', 'exportUser', 'eraseUser', 'eraseEventData'];
const others = Object.keys(routes)
  .filter(isOperation)
  .filter((id) => !first.includes(id) && !last.includes(id));
const operations = [...first, ...others, ...last];

let receiver: Receiver;
/** Whether the receiver refuses what it gets, for the statistics. */
let isRefusing = false;
let network: string;
let secret = '';
/** The webhook of the samples, and the one whose events are read. */
let [sentId, pulledId] = ['', ''];
/** What a caller puts in place of a value of the examples. */
const actual = new Map<string, string>();
const tokens = temporaryFolder();

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(isRefusing ? 503 : 200).end('{}'));
  network = await createNetwork();
  actual.set(SAMPLE_API, cloud().url);
  actual.set(world.receiverUrl, receiver.url);
  actual.set(`"${world.networkId}"`, `"${network}"`);
  actual.set(`--network ${world.networkId} `, `--network ${network} `);
});
afterAll(() => receiver.stop());

test.each(operations)('the sample of %s works, and its response has the members that the example has', async (id) => {
  const route: RouteDefinition = routes[id];
  const { example } = documentationOf(route);
  isRefusing ||= id === 'replayDelivery';
  if (id === 'pullEvents') actual.set(world.webhookId, pulledId);
  const send = async (): Promise<unknown> => {
    const { status, body } = await run(route);
    // The event of the sample was accepted just now, or a minute ago on a slow machine: then nothing is pending.
    const pending = id === 'eraseEventData' ? [route.response.pendingStatus] : [];
    expect([...pending, statusOf(route.response, example.response)]).toContain(status);
    // The service's own document is an example of the other one, whose members it has besides its own.
    if (id !== 'getOpenApi') expect(shapeOf(body)).toEqual(shapeOf(example.response));
    return body;
  };
  // Reads show what was done before only after a while.
  const body = route.method === 'GET' ? await eventually(send, 15_000) : await send();
  if (id === 'pullEvents') actual.set(world.webhookId, sentId);
  if (id === 'createWebhook') {
    const created = v.parse(v.looseObject({ webhookId: v.string(), secret: v.string() }), body);
    actual.set(world.webhookId, created.webhookId);
    sentId = created.webhookId;
    ({ webhookId: pulledId } = await create(await adminOf(network), { url: undefined, pull: true }));
    secret = created.secret;
  }
  if (id === 'changeNoticeSettings') {
    const [token = ''] = await confirmationTokens(network, world.address);
    actual.set(world.confirmationToken, token);
  }
  if (id === 'createAdminLink') {
    const { code } = v.parse(v.looseObject({ code: v.string() }), body);
    actual.set(world.linkCode, code);
  }
  if (id === 'listDeliveries') {
    const Deliveries = v.looseObject({ results: v.tuple([v.looseObject({ deliveryId: v.string() })]) });
    const { deliveryId } = v.parse(Deliveries, body).results[0];
    actual.set(world.deliveryId, deliveryId);
    actual.set(`"${world.hour}"`, `"${hourOfDelivery(v.parse(DeliveryId, deliveryId))}"`);
  }
});

/** `npm run -s ctl -- token …`, which prints the same token for the same words. */
const NPM = `npm() {
  local file=$TOKENS/$(printf %s "$*" | cksum | tr -d ' ')
  [ -s "$file" ] || node bin/sps.ts --data "$DATA" "\${@:5}" > "$file"
  cat "$file"
}`;

/** Pastes the sample into a shell, and in bad weather once more after a 5xx, as the reference asks for. */
async function run(route: RouteDefinition): Promise<{ readonly status: number; readonly body: unknown }> {
  const sample = [...actual].reduce((text, [example, value]) => text.replaceAll(example, value), samplesOf(route).sh);
  const script = `${NPM}\n${sample} -sS -w '\n%{http_code} %{content_type} %{url_effective}'`;
  const env = { ...process.env, TOKENS: tokens, DATA: dataFolder(), WEBHOOK_SECRET: secret };
  for (let repetition = 0; ; repetition++) {
    const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env });
    const [, text = '', status, contentType = '', url = ''] = /^(.*)\n(\d+) (\S*) (\S+)$/s.exec(stdout) ?? [];
    const response = { status: Number(status), contentType, text };
    expectDocumented({ method: route.method, path: new URL(url).pathname }, response);
    if (response.status < 500 || isFaultless || repetition === 3) return { ...response, body: JSON.parse(text) };
    await sleep(1_000);
  }
}

/** Members of an object and of those in it, and an array's first element. What is deeper is a payload or a schema. */
const DEPTH = 3;

/** The value with types in place of texts and numbers. */
function shapeOf(value: unknown, depth = DEPTH): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((element) => shapeOf(element, depth - 1));
  if (typeof value !== 'object' || value === null) return typeof value;
  if (depth === 0) return 'object';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member, depth - 1)]));
}

/** Samples and types are about the same payloads (docs/spec/events.md#payload-types); the compiler says so. */
const OPTIONS = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--target', 'es2024', '--module', 'nodenext'];

test('each sample compiles as the data of its event, and does not with a wrong value of any documented key', () => {
  const names = [...eventTypes.keys()];
  const wrong = names.flatMap((event) => {
    const data = eventSample(event);
    // No key has the type boolean.
    return Object.keys(data).map((key) => JSON.stringify({ event, data: { ...data, [key]: true } }));
  });
  expect(wrong.length).toBeGreaterThan(200);
  const samples = Object.fromEntries(names.map((event) => [event, eventSample(event)]));
  const source = [
    `import type { EventPayloads, KnownEvent } from '${resolve('client/events.generated.ts')}';`,
    `export const samples: EventPayloads = ${JSON.stringify(samples)};`,
    'export const wrong: KnownEvent[] = [',
    ...wrong.map((event) => `// @ts-expect-error\n${event},`),
    '];',
  ];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'samples.ts'), source.join('\n'));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...OPTIONS, '--exactOptionalPropertyTypes', 'samples.ts'], {
    cwd: folder,
    stdio: 'pipe',
  });
});
