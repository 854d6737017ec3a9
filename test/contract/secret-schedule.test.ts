import { describe, expect, test } from '@jest/globals';
import { liveSecrets, MAX_SECRETS, rotated, secretSchedule } from '../../contract/secret-schedule.ts';
import type { WebhookSecret } from '../../contract/webhooks.ts';
import fc from '../support/fast-check.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const at = (hours: number) => noon + hours * 3_600_000;
const time = (hours: number) => new Date(at(hours)).toISOString();
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
    const three = ['second', 'third'].reduce<readonly WebhookSecret[]>(
      (secrets, secret, i) => rotated(secrets, secret, now, at(i)),
      [first],
    );
    expect(rotated(three, 'fourth', now, at(2)).map(({ secret }) => secret)).toEqual(['fourth', 'third', 'second']);
  });

  test('removes expired secrets, to the millisecond', () => {
    const second = rotated([first], 'second', now, noon);
    expect(secretSchedule(second, at(24) - 1).remaining).toHaveLength(2);
    expect(secretSchedule(second, at(24)).remaining.map(({ secret }) => secret)).toEqual(['second']);
    expect(rotated(second, 'third', now, at(24)).map(({ secret }) => secret)).toEqual(['third', 'second']);
  });

  test('keeps the secret of the latest effective rotation as the current one, and the one before', () => {
    const hours = fc.nat(168);
    const steps = fc.array(fc.record({ after: hours, takesEffectInHours: hours, overlapHours: hours }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(steps, hours, (steps, later) => {
        let [hour, secrets]: [number, readonly WebhookSecret[]] = [0, [first]];
        let effective = [{ secret: 'first', from: -1000, index: -1 }];
        const overlapEnds: number[] = [];
        for (const [index, { after, ...rotation }] of steps.entries()) {
          hour += after;
          secrets = rotated(secrets, `rotation ${index}`, rotation, at(hour));
          const from = hour + rotation.takesEffectInHours;
          // One that is pending is replaced.
          effective = effective.filter((one) => one.from <= hour);
          effective.push({ secret: `rotation ${index}`, from, index });
          overlapEnds.push(from + rotation.overlapHours);
        }
        hour += later;
        const [newest, before] = effective.filter(({ from }) => from <= hour).toReversed();
        const { current, live, remaining } = secretSchedule(secrets, at(hour));
        expect(current?.secret).toBe(newest?.secret);
        expect(live[0]).toBe(current);
        expect(remaining.length).toBeLessThanOrEqual(MAX_SECRETS);
        // A later rotation brings the end of what is on its way out forward, also if it is replaced while it is pending.
        if (before !== undefined && newest !== undefined && hour < Math.min(...overlapEnds.slice(newest.index)))
          expect(live.map(({ secret }) => secret)).toContain(before.secret);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the secrets at a moment', () => {
  const old = { secret: 'old', activeFrom: '2026-01-01T00:00:00.000Z', expiresAt: '2026-03-02T00:00:00.000Z' };
  const next = { secret: 'next', activeFrom: '2026-03-01T00:00:00.000Z' };

  test.each([
    ['before the new one takes effect, the old one alone', '2026-02-28T23:59:59.999Z', ['old']],
    ['from the moment the new one takes effect, both', '2026-03-01T00:00:00.000Z', ['next', 'old']],
    ['until the old one expires, both', '2026-03-01T23:59:59.999Z', ['next', 'old']],
    ['from the moment the old one expires, the new one alone', '2026-03-02T00:00:00.000Z', ['next']],
  ])('sign, %s', (_when, time, live) => {
    expect(liveSecrets([old, next], Date.parse(time))).toEqual(live);
    expect(liveSecrets([next, old], Date.parse(time))).toEqual(live);
  });

  test.each([
    ['the next one until it takes effect', '2026-02-28T00:00:00.000Z', { secret: 'next', at: next.activeFrom }],
    ['it again until the old one ends', '2026-03-01T00:00:00.000Z', { secret: 'next', at: old.expiresAt }],
    ['nothing new after that', '2026-03-02T00:00:00.000Z', undefined],
  ])('make a receiver learn %s', (_what, time, deadline) => {
    expect(secretSchedule([old, next], Date.parse(time)).deadline).toEqual(deadline);
  });

  test('have one that signs, or the signer fails', () => {
    expect(() => liveSecrets([next], Date.parse('2026-01-01'))).toThrow('the webhook has no live secret');
  });
});
