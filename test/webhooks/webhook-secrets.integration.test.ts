import { describe, expect, test } from '@jest/globals';
import type { WebhookSecret } from '../../contract/webhooks.ts';
import { newSecret } from '../../lambdas/shared/new-secret.ts';
import { currentSecrets, rotated } from '../../lambdas/webhooks/webhook-secrets.ts';
import { create, newAdmin, secretsIn } from './admin.ts';

const noon = new Date('2026-11-21T12:00:00.000Z');
const at = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
const time = (hours: number) => at(hours).toISOString();
const first: WebhookSecret = { secret: 'first', activeFrom: time(-1000) };
const now = { takesEffectInHours: 0, overlapHours: 24 };

describe('a rotation', () => {
  test('makes the new secret sign at once, and the old one beside it for a day', () => {
    expect(rotated([first], 'second', now, noon)).toEqual([
      { secret: 'second', activeFrom: time(0) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(24) },
    ]);
  });

  test('without an overlap ends the old one at once', () => {
    expect(rotated([first], 'second', { takesEffectInHours: 0, overlapHours: 0 }, noon)).toEqual([
      { secret: 'second', activeFrom: time(0) },
    ]);
  });

  test('may take effect later; the overlap begins then', () => {
    expect(rotated([first], 'second', { takesEffectInHours: 168, overlapHours: 168 }, noon)).toEqual([
      { secret: 'second', activeFrom: time(168) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(336) },
    ]);
  });

  test('replaces one that has not taken effect, which then never signs and ends nothing', () => {
    const pending = rotated([first], 'never', { takesEffectInHours: 10, overlapHours: 1 }, noon);
    expect(rotated(pending, 'second', { takesEffectInHours: 48, overlapHours: 24 }, at(5))).toEqual([
      { secret: 'second', activeFrom: time(53) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(77) },
    ]);
  });

  test('does not postpone the expiry of an older secret, but may bring it forward', () => {
    const second = rotated([first], 'second', now, noon);
    expect(rotated(second, 'third', now, at(1))).toEqual([
      { secret: 'third', activeFrom: time(1) },
      { secret: 'second', activeFrom: time(0), expiresAt: time(25) },
      { secret: 'first', activeFrom: time(-1000), expiresAt: time(24) },
    ]);
    expect(rotated(second, 'third', { takesEffectInHours: 0, overlapHours: 2 }, at(1))).toMatchObject([
      { secret: 'third' },
      { secret: 'second', expiresAt: time(3) },
      { secret: 'first', expiresAt: time(3) },
    ]);
  });

  test('leaves 3 secrets: the oldest is removed early', () => {
    const three = ['second', 'third'].reduce((secrets, secret, i) => rotated(secrets, secret, now, at(i)), [first]);
    expect(rotated(three, 'fourth', now, at(2)).map(({ secret }) => secret)).toEqual(['fourth', 'third', 'second']);
  });

  test('removes expired secrets, to the millisecond', () => {
    const second = rotated([first], 'second', now, noon);
    expect(currentSecrets(second, new Date(at(24).getTime() - 1))).toHaveLength(2);
    expect(currentSecrets(second, at(24)).map(({ secret }) => secret)).toEqual(['second']);
    expect(rotated(second, 'third', now, at(24)).map(({ secret }) => secret)).toEqual(['third', 'second']);
  });
});

describe('secrets', () => {
  test('are whsec_ and 32 random bytes in Base64, never the same twice', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    for (const secret of secrets) {
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    }
    expect(new Set(secrets).size).toBe(100);
  });

  test('rotate with and without a body, and are revealed as the rotation returned them', async () => {
    const admin = await newAdmin();
    const { webhookId, secret } = await create(admin);
    const path = `/webhooks/${webhookId}/secret`;
    const withoutBody = await admin('POST', path);
    expect(withoutBody.status).toBe(200);
    const [newer, older, ...rest] = secretsIn(withoutBody.body);
    expect(rest).toEqual([]);
    expect(newer?.secret).not.toBe(secret);
    expect(newer).not.toHaveProperty('expiresAt');
    expect(older?.secret).toBe(secret);
    expect(Date.parse(older?.expiresAt ?? '') - Date.parse(newer?.activeFrom ?? '')).toBe(24 * 3_600_000);
    expect((await admin('GET', path)).body).toEqual(withoutBody.body);

    const pending = await admin('POST', path, { takesEffectInHours: 2, overlapHours: 0 });
    expect(secretsIn(pending.body).map((one) => one.secret)).toEqual([expect.any(String), newer?.secret, secret]);
    expect((await admin('GET', path)).body).toEqual(pending.body);
  });

  test('rotated several times at the same moment are rotated once for each 200; the others get 409', async () => {
    const admin = await newAdmin();
    const { webhookId } = await create(admin);
    const path = `/webhooks/${webhookId}/secret`;
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => admin('POST', path, { takesEffectInHours: 1 })),
    );
    const done = responses.filter(({ status }) => status === 200).map(({ body }) => secretsIn(body)[0]?.secret);
    expect(done.length).toBeGreaterThan(0);
    for (const { status, body } of responses.filter((response) => response.status !== 200)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 400315, message: expect.stringContaining('changed by another request') });
    }
    expect(done).toContain(secretsIn((await admin('GET', path)).body)[0]?.secret);
  });
});
