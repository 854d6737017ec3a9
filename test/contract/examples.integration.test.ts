/** Sends the example of each operation's request, and compares the response with the example of the response. */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { eventTypes } from '../../contract/event-catalogue.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { type Example, examples, placeholders } from '../../contract/examples.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
import {
  type ApiResponse,
  type CallOptions,
  call,
  createNetwork,
  eventually,
  tokenFor,
} from '../../testing/service.ts';
import { confirmationTokens } from '../e2e/notice-mails.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isOperation = (id: string): id is OperationId => id in routes;
const operations = Object.keys(examples).filter(isOperation);

let receiver: Receiver;
let network: string;
/** Of the webhook. */
let secret: string;
/** What a caller puts in place of a placeholder. */
const actual = new Map<string, string>();

beforeAll(async () => {
  receiver = await startReceiver();
  network = await createNetwork();
  actual.set(placeholders.receiverUrl, receiver.url);
  actual.set(`"${placeholders.networkId}"`, `"${network}"`);
});
afterAll(() => receiver.stop());

test('there is an example of every operation', () => {
  expect(new Set(operations)).toEqual(new Set(Object.keys(routes)));
});

test.each(operations)('the example of %s works, and its response has the members that the example has', async (id) => {
  const route: RouteDefinition = routes[id];
  const example: Example = examples[id];
  const send = async (): Promise<ApiResponse> => {
    const response = await sent(route, example);
    expect(response).toMatchObject({ status: route.response.status });
    // The service's own document is an example of the other one, whose members it has besides its own.
    if (id !== 'getOpenApi') expect(shapeOf(response.body)).toEqual(shapeOf(example.response));
    return response;
  };
  // Reads show what was done before only after a while.
  const { body } = route.method === 'GET' ? await eventually(send, 15_000) : await send();
  if (id === 'createWebhook') {
    const created = v.parse(v.looseObject({ webhookId: v.string(), secret: v.string() }), body);
    actual.set(placeholders.webhookId, created.webhookId);
    secret = created.secret;
  }
  if (id === 'changeNoticeSettings') {
    const [token = ''] = await confirmationTokens(network, examples.showNoticeSettings.response.addresses[0] ?? '');
    actual.set(examples.confirmNoticeAddress.body.token, token);
  }
  if (id === 'createAdminLink') {
    const { code } = v.parse(v.looseObject({ code: v.string() }), body);
    actual.set(examples.redeemAdminLink.body.code, code);
  }
  if (id === 'listDeliveries') {
    const Deliveries = v.looseObject({ results: v.tuple([v.looseObject({ deliveryId: v.string() })]) });
    const { deliveryId } = v.parse(Deliveries, body).results[0];
    actual.set(placeholders.deliveryId, deliveryId);
    actual.set(placeholders.hour, hourOfDelivery(v.parse(DeliveryId, deliveryId)));
  }
});

async function sent(route: RouteDefinition, { parameters = {}, query = {}, body }: Example): Promise<ApiResponse> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, `${one}`);
  const text = body === undefined ? {} : { body: withActual(JSON.stringify(body)) };
  return call(route.method, withActual(`${path}?${search}`), { ...(await credentialOf(route, text.body)), ...text });
}

async function credentialOf({ role }: RouteDefinition, body = ''): Promise<Pick<CallOptions, 'token' | 'headers'>> {
  if (role === 'anyone') return {};
  if (role === 'receiver') return { headers: signedHeaders(secret, body) };
  return { token: await tokenFor(network, 'ada', role) };
}

const withActual = (text: string): string =>
  [...actual].reduce((replaced, [placeholder, value]) => replaced.replaceAll(placeholder, value), text);

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
