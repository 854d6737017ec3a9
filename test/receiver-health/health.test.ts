/** One model of a receiver's health: how it stands, what an attempt changes, and which notice is due. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import type { AttemptOutcome } from '../../lambdas/deliveries/attempt.ts';
import { newFlow } from '../../lambdas/pacing/state.ts';
import {
  changesAfter,
  conditionOf,
  consistentWith,
  dueNotice,
  type HealthChange,
  type ReceiverCondition,
  sentNoticeAfter,
} from '../../lambdas/receiver-health/health.ts';
import type { ReceiverHealth } from '../../lambdas/receiver-health/stored-health.ts';
import type { Webhook } from '../../lambdas/webhooks/webhooks-table.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

const settings = v.parse(DeliverySettings, publicHttpsOnly);
const now = Date.UTC(2026, 2, 2, 9, 15);
const SECOND = 1;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The time so many seconds ago. */
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const told = (event: string) => ({ name: `webhook.${event}`, since: ago(10 * DAY), at: ago(10 * DAY) });
const isDown = { ...newFlow, phase: 'down' } as const;

const success = { class: 'delivered' } as const;
const failure = { class: 'http_5xx', statusCode: 503 } as const;

describe('a receiver', () => {
  test.each<readonly [situation: string, health: ReceiverHealth, condition: ReceiverCondition]>([
    ['of which nothing is known is healthy', {}, { kind: 'healthy' }],
    ['that recovered is healthy', { recoveredAt: ago(1) }, { kind: 'healthy' }],
    ['of which many attempts failed lately struggles', { strugglingAt: ago(599) }, { kind: 'struggling' }],
    ['of which many attempts failed ten minutes ago is healthy', { strugglingAt: ago(600) }, { kind: 'healthy' }],
    [
      'that was found to be quick since is healthy',
      { strugglingAt: ago(60), flow: { ...newFlow, phase: 'open', openSince: ago(59) } },
      { kind: 'healthy' },
    ],
    [
      'that was found to be quick before struggles',
      { strugglingAt: ago(60), flow: { ...newFlow, phase: 'open', openSince: ago(61) } },
      { kind: 'struggling' },
    ],
    [
      'of which each attempt fails is failing',
      { failingSince: ago(5), strugglingAt: ago(1) },
      { kind: 'failing', failingSince: ago(5) },
    ],
    [
      'that is probed is down',
      { failingSince: ago(5), flow: { ...isDown, downSince: ago(4), nextAt: ago(-3) } },
      { kind: 'down', failingSince: ago(5), downSince: ago(4), nextProbeAt: ago(-3) },
    ],
  ])('%s', (_, health, condition) => {
    expect(conditionOf(health, now)).toEqual(condition);
  });
});

describe('an attempt', () => {
  const at = ago(0);
  test.each<
    readonly [
      situation: string,
      health: ReceiverHealth,
      outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>,
      isStruggling: boolean,
      changes: readonly HealthChange[],
    ]
  >([
    ['that succeeds changes nothing of a healthy receiver', { strugglingAt: ago(1) }, success, false, []],
    ['that succeeds ends failing', { failingSince: ago(9) }, success, false, [{ kind: 'endFailing', at }]],
    [
      'that succeeds where the network was told of an outage asks for a check a minute later',
      { failingSince: ago(9), noticed: told('didGoDown') },
      success,
      false,
      [
        { kind: 'endFailing', at },
        { kind: 'checkLater', seconds: 60 },
      ],
    ],
    [
      'that succeeds where the network was told of a struggle asks for a check ten minutes later',
      { failingSince: ago(9), noticed: told('didStruggle') },
      success,
      false,
      [
        { kind: 'endFailing', at },
        { kind: 'checkLater', seconds: 600 },
      ],
    ],
    [
      'that the receiver has aborted counts as taken',
      { failingSince: ago(9) },
      { class: 'aborted' },
      false,
      [{ kind: 'endFailing', at }],
    ],
    ['that fails begins failing', {}, failure, false, [{ kind: 'beginFailing', at }]],
    ['that fails again changes nothing', { failingSince: ago(9) }, failure, false, []],
    [
      'that fails as many others begins a struggle, too',
      {},
      failure,
      true,
      [
        { kind: 'struggle', at, since: at },
        { kind: 'beginFailing', at },
      ],
    ],
    [
      'that fails as many others within ten minutes is part of their struggle',
      { failingSince: ago(9), strugglingAt: ago(600), strugglingSince: ago(3_000) },
      failure,
      true,
      [{ kind: 'struggle', at, since: ago(3_000) }],
    ],
    [
      'that fails as many others later begins another struggle',
      { failingSince: ago(9), strugglingAt: ago(601), strugglingSince: ago(3_000) },
      failure,
      true,
      [{ kind: 'struggle', at, since: at }],
    ],
    ['whose event is too large for a bus says nothing', {}, { class: 'bus_too_large' }, true, []],
    [
      'that ends with 410 disables its webhook',
      {},
      { class: 'http_4xx', statusCode: 410 },
      true,
      [{ kind: 'disable', reason: 'gone' }],
    ],
    [
      'that fails after five days of failures disables its webhook',
      { failingSince: ago(5 * DAY + SECOND) },
      failure,
      false,
      [{ kind: 'disable', reason: 'failing' }],
    ],
    ['that fails after just five days does not', { failingSince: ago(5 * DAY) }, failure, false, []],
  ])('%s', (_, health, outcome, isStruggling, changes) => {
    expect(changesAfter(health, outcome, isStruggling, settings, now)).toEqual(changes);
  });
});

const due = (changes: Partial<Webhook>) =>
  dueNotice(webhookOfTests(changes), settings, now)?.name.replace('webhook.', '');

describe('the notice that is due', () => {
  test.each<[string, Partial<Webhook>, string | undefined]>([
    ['a healthy webhook', {}, undefined],
    ['five minutes of failures', { failingSince: ago(5 * MINUTE) }, 'didGoDown'],
    ['less', { failingSince: ago(5 * MINUTE - SECOND) }, undefined],
    ['failures after a struggle', { failingSince: ago(DAY), noticed: told('didStruggle') }, 'didGoDown'],
    ['four days of failures', { failingSince: ago(4 * DAY), noticed: told('didGoDown') }, 'willDisable'],
    ['less than four days', { failingSince: ago(4 * DAY - SECOND), noticed: told('didGoDown') }, undefined],
    ['four days that nobody was told of', { failingSince: ago(4 * DAY) }, 'didGoDown'],
    ['what was told already', { failingSince: ago(4 * DAY), noticed: told('willDisable') }, undefined],
    ['five days, which disable it', { failingSince: ago(5 * DAY), noticed: told('didGoDown') }, undefined],
    ['ten minutes of struggle', { strugglingAt: ago(0), strugglingSince: ago(10 * MINUTE) }, 'didStruggle'],
    ['less', { strugglingAt: ago(0), strugglingSince: ago(10 * MINUTE - SECOND) }, undefined],
    ['a struggle that has ended', { strugglingAt: ago(2 * MINUTE + SECOND), strugglingSince: ago(DAY) }, undefined],
    [
      'a struggle during an outage',
      { strugglingAt: ago(0), strugglingSince: ago(DAY), noticed: told('didGoDown') },
      undefined,
    ],
    ['a minute without a failure', { recoveredAt: ago(MINUTE), noticed: told('didGoDown') }, 'didComeBack'],
    ['less', { recoveredAt: ago(MINUTE - SECOND), noticed: told('willDisable') }, undefined],
    ['a minute after a struggle', { recoveredAt: ago(MINUTE), noticed: told('didStruggle') }, undefined],
    ['ten minutes after a struggle', { recoveredAt: ago(10 * MINUTE), noticed: told('didStruggle') }, 'didComeBack'],
    ['a recovery from nothing that was told', { recoveredAt: ago(MINUTE) }, undefined],
    ['a recovery before it went down', { recoveredAt: ago(DAY), flow: isDown, noticed: told('didGoDown') }, undefined],
    ['an old recovery', { recoveredAt: ago(DAY), failingSince: ago(0), noticed: told('didGoDown') }, undefined],
    ['a webhook disabled for failing', { enabled: false, disabledReason: 'failing' }, 'didDisable'],
    ['one that is gone', { enabled: false, disabledReason: 'gone', noticed: told('didGoDown') }, 'didDisable'],
    ['one whose end was told', { enabled: false, disabledReason: 'gone', noticed: told('didDisable') }, undefined],
    ['one that an admin disabled', { enabled: false, disabledReason: 'admin' }, undefined],
    ['one that was created disabled', { enabled: false, failingSince: ago(DAY) }, undefined],
  ])('about %s', (_, changes, expected) => {
    expect(due(changes)).toBe(expected);
  });
});

const anyTime = fc.option(fc.integer({ min: -DAY, max: 6 * DAY }).map(ago), { nil: undefined });
const anyHealth: fc.Arbitrary<ReceiverHealth> = fc.record({
  failingSince: anyTime,
  strugglingAt: anyTime,
  strugglingSince: anyTime,
  recoveredAt: anyTime,
  noticed: fc.option(
    fc.constantFrom('didGoDown', 'willDisable', 'didStruggle').map((name) => told(name)),
    { nil: undefined },
  ),
  flow: fc.option(
    fc
      .record({ phase: fc.constantFrom('open' as const, 'paced' as const, 'down' as const), openSince: anyTime })
      .map((changes) => ({ ...newFlow, ...changes })),
    { nil: undefined },
  ),
});

describe('state, changes and notices agree', () => {
  test('a network is told that a receiver is back only where it is neither failing nor down', () => {
    fc.assert(
      fc.property(anyHealth, (health) => {
        const notice = dueNotice(webhookOfTests(health), settings, now);
        const { kind } = conditionOf(health, now);
        if (notice?.name === 'webhook.didComeBack') expect(['healthy', 'struggling']).toContain(kind);
        if (notice?.name === 'webhook.didGoDown') expect(['failing', 'down']).toContain(kind);
      }),
    );
  });

  test('after a success nobody is told that the receiver fails, and after a failure not that it is back', () => {
    fc.assert(
      fc.property(anyHealth, (health) => {
        const nameAfter = (outcome: typeof success | typeof failure) =>
          dueNotice(consistentWith(webhookOfTests(health), outcome), settings, now)?.name;
        expect(['webhook.didGoDown', 'webhook.willDisable']).not.toContain(nameAfter(success));
        if (health.failingSince === undefined) expect(nameAfter(failure)).not.toBe('webhook.didComeBack');
      }),
    );
  });
});

test('nothing is noted any more once a receiver is back', () => {
  const notice = { name: 'webhook.didGoDown', since: ago(DAY) } as const;
  expect(sentNoticeAfter(notice, now)).toEqual({ ...notice, at: ago(0) });
  expect(sentNoticeAfter({ ...notice, name: 'webhook.didComeBack' }, now)).toBeUndefined();
});
