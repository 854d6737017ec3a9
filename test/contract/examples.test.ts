/** The examples of the reference are about one network on one morning, and agree with each other. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { world } from '../../contract/examples.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import { documentationOf, routes } from '../../contract/routes.ts';
import { timeOf } from '../../contract/time-ids.ts';
import document from '../../lambdas/api/openapi.generated.json' with { type: 'json' };
import { stages } from '../../lib/config.ts';

/** The values below every `example` and `examples` of the document. */
function examplesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'example' || name === 'examples' ? [one] : examplesIn(one),
  );
}
/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
const texts = [...new Set(examplesIn(document).flatMap(textsIn))];
const ofWorld = new Set(textsIn(world));

/** Milliseconds since 1970 that a UUID of version 7 begins with. */
const timeOfUuid = (uuid: string): number => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
const hourOf = (id: string): string => hourOfDelivery(v.parse(DeliveryId, id));

describe('the examples of fields and routes', () => {
  const forms = {
    'ids of webhooks': /^wh_[0-9a-f]{32}$/,
    'ids of deliveries': /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
    'ids of entries and events': /^[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/,
    secrets: /^whsec_/,
    'e-mail addresses': /@/,
    URLs: /^https:/,
  };

  test.each(Object.entries(forms))('have the same %s', (_, form) => {
    const found = texts.filter((text) => form.test(text));
    expect(found.filter((text) => !ofWorld.has(text))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  test('have times of one morning, and of the day after where an overlap ends', () => {
    const times = texts.filter((text) => /^\d{4}-\d\d-\d\dT/.test(text));
    expect(times.filter((time) => !/^2026-03-02T(09|10)|^2026-03-03T10:20/.test(time))).toEqual([]);
    expect(times.length).toBeGreaterThan(8);
  });

  test('have hosts that nobody can own', () => {
    const hosts = texts.flatMap((text) => /(?:https:\/\/|@)([^/]+)/.exec(text)?.[1] ?? []);
    expect(hosts.filter((host) => !host.endsWith('riverside.example'))).toEqual([]);
  });
});

describe('the world of the examples', () => {
  test('has ids that begin with their times', () => {
    expect(timeOfUuid(world.webhookId.slice('wh_'.length))).toBe(Date.parse(world.createdAt));
    expect(timeOfUuid(world.entryId)).toBe(Date.parse(world.updatedAt));
    expect(timeOf(world.deliveryId)).toBe(Date.parse(world.acceptedAt));
    expect(timeOf(world.testDeliveryId)).toBe(timeOfUuid(world.testEventId));
    expect([world.deliveryId, world.testDeliveryId].map(hourOf)).toEqual([world.hour, world.hour]);
  });

  test('has its events one after the other', () => {
    const times = [
      world.createdAt,
      world.testedAt,
      world.occurredAt,
      world.acceptedAt,
      world.attemptedAt,
      world.updatedAt,
    ];
    expect(times.toSorted()).toEqual(times);
  });

  test('has the digest of its delivery', () => {
    expect(world.digest).toBe(createHash('sha256').update(`${world.deliveryId}\n`).digest('hex'));
  });

  test('has the quotas of the stage prod', () => {
    expect(world.quotas).toEqual(stages.prod.quotas.network);
  });

  test('has the payload of its event', () => {
    expect(JSON.parse(world.payload)).toEqual({ event: world.event, data: world.data });
  });

  test('has statistics that add up', () => {
    const { webhookCounts: counts, statistics } = world;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(counts.hourlyDelivered)).toBe(counts.delivered);
    expect(sum(counts.hourlyFailed)).toBe(counts.failed);
    expect({ hourlyDelivered: counts.hourlyDelivered.length, hourlyFailed: counts.hourlyFailed.length }).toEqual({
      hourlyDelivered: 24,
      hourlyFailed: 24,
    });
    expect(sum(statistics.hours.map(({ failed }) => failed))).toBe(counts.failed);
    for (const failures of [statistics.failuresByResult, statistics.failuresByEvent]) {
      expect(sum(Object.values(failures))).toBe(counts.failed);
    }
  });

  test('has a change of the webhook at the time of its entry in the audit trail', () => {
    const { response } = documentationOf(routes.updateWebhook).example;
    const to = 'Analytics and search';
    expect(response).toEqual({ ...world.webhook, description: to, updatedAt: world.updatedAt });
    const changes = [{ field: 'description', from: world.webhook.description, to }];
    const entry = expect.objectContaining({ at: world.updatedAt, changes });
    expect(documentationOf(routes.listAudit).example.response).toEqual({ results: [entry] });
  });

  test('has a test mail to the addresses that are confirmed', () => {
    const { addresses, unconfirmed } = world.noticeSettings;
    const waiting: readonly string[] = unconfirmed;
    expect(documentationOf(routes.sendTestNotice).example.response).toEqual({
      addresses: addresses.filter((address) => !waiting.includes(address)),
    });
  });
});
