import { describe, expect, test } from '@jest/globals';
import type { WebhookSecret } from '../../contract/webhooks.ts';
import { newSecret } from '../../lambdas/shared/new-secret.ts';
import { currentSecrets, rotated } from '../../lambdas/webhooks/webhook-secrets.ts';

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
});
