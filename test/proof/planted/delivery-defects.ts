/** Planted defects of sending events to receivers. */
import type { Defect } from './defect.ts';

export const deliveryDefects: readonly Defect[] = [
  {
    name: 'acknowledged-before-sent',
    what: 'Fan-out acknowledges events before SQS has accepted their messages.',
    file: 'lambdas/delivery/worker/fan-out.ts',
    original: 'Object.entries(senders).map(([destination, send]) => send(inTurns(messagesTo(destination, fanned)))),',
    planted: `Object.entries(senders).map(([destination, send]) => {
      void send(inTurns(messagesTo(destination, fanned)));
      return new Set<LaneMessage>();
    }),`,
    tests: ['test/delivery/fan-out.integration.test.ts'],
  },
  {
    name: 'first-address-only',
    what: 'The address guard checks only the first address of a name.',
    file: 'lambdas/delivery/outbound/address-guard.ts',
    original: 'for (const address of addresses) assertReachable(host, address, policy);',
    planted: 'for (const address of addresses.slice(0, 1)) assertReachable(host, address, policy);',
    tests: ['test/delivery/address-guard-names.test.ts'],
  },
  {
    name: 'free-retries',
    what: 'A failed attempt uses up none of the retry schedule, so that a delivery never fails.',
    file: 'lambdas/delivery/model/delivery.ts',
    original: `    attemptsOnSchedule,
    lastAttemptAt: outcome.startedAt,`,
    planted: `    attemptsOnSchedule: before.attemptsOnSchedule,
    lastAttemptAt: outcome.startedAt,`,
    tests: ['test/delivery/retries.integration.test.ts'],
  },
  {
    name: 'lease-of-one-process',
    what: 'The lease of a receiver is not stored, so that every process sends its backlog.',
    file: 'lambdas/delivery/receiver/flows.ts',
    original: 'return await replace(webhook, webhook.flow, { ...(webhook.flow ?? newFlow), leasedUntil });',
    planted: 'return { ...(webhook.flow ?? newFlow), leasedUntil, version: randomUUID() };',
    tests: ['test/delivery/flow-control.integration.test.ts'],
  },
  {
    name: 'lease-of-several',
    what: 'A flow is replaced whatever its version is, so that several processes lease one receiver.',
    file: 'lambdas/delivery/receiver/receiver-health-table.ts',
    original: `'attribute_not_exists(flow)' : 'flow.version = :before';`,
    planted: `'attribute_exists(webhookId)' : '(flow.version = :before OR attribute_exists(flow))';`,
    tests: ['test/shared/lost-responses.integration.test.ts'],
  },
  {
    name: 'serialized-again',
    what: 'The signature is over the body as it is serialized again, not over the bytes that are sent.',
    file: 'lambdas/delivery/outbound/send-signed.ts',
    original: 'signedHeaders({ deliveryId, now: new Date(now()), body: bytes }, secrets)',
    planted: 'signedHeaders({ deliveryId, now: new Date(now()), body: JSON.stringify(JSON.parse(body)) }, secrets)',
    tests: ['test/e2e/delivery.test.ts'],
  },
  {
    name: 'unbounded-response',
    what: 'The start of a response is kept without a bound.',
    file: 'lambdas/delivery/outbound/exchange.ts',
    original: 'kept = Buffer.concat([kept, chunk.subarray(0, KEPT_RESPONSE_BYTES - kept.length)]);',
    planted: 'kept = Buffer.concat([kept, chunk]);',
    tests: ['test/delivery/send-request.test.ts'],
  },
  {
    name: 'endless-response',
    what: 'The body of a response is read without a bound.',
    file: 'lambdas/delivery/outbound/exchange.ts',
    original: "if (bytesRead > MAX_RESPONSE_BYTES) finish('too_large');",
    planted: "if (bytesRead > Number.MAX_SAFE_INTEGER) finish('too_large');",
    tests: ['test/delivery/send-request-hostile.test.ts'],
  },
  {
    name: 'claims-without-time',
    what: 'A claim of a receiver counts for attempts after it, too, so that whoever repeats the request has deliveries sent again.',
    file: 'lambdas/delivery/model/ledger.ts',
    original: "Date.parse(lastAttemptAt) >= claimed ? 'just_attempted' : 'sending'",
    planted: "Date.parse(lastAttemptAt) >= Date.now() ? 'just_attempted' : 'sending'",
    tests: ['test/delivery/ledger.test.ts'],
  },
  {
    name: 'ended-secret-opens-ledger',
    what: 'A request of a receiver may be signed with a secret that has been rotated away.',
    file: 'lambdas/delivery/routes/identify-receiver.ts',
    original: 'activeSecrets(secrets, now).live.map((secret) =>',
    planted: 'secrets.map(({ secret }) =>',
    tests: ['test/delivery/identify-receiver.test.ts'],
  },
];
