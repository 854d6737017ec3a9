/** What single operations use, for the prices of prices.ts: in the stage prod, with bodies of 1 KB. */
import { stages } from '../../lib/config.ts';
import { capacityOf, usualLoad } from './load.ts';
import { bytesOfAttempts, bytesOfFailures, bytesOfFanOut } from './log-lines.ts';
import { assumptions, type TimedFunction, timesInAws, units } from './measured.ts';
import { type Prediction, predict } from './prediction.ts';
import type { Usage } from './prices.ts';
import { attemptsSeconds, heldSeconds, type Place, processing, routeSeconds } from './service-time.ts';
import { unitsOfEvent } from './stream.ts';
import { UNITS_OF_CHECK } from './tables.ts';

const { memory } = stages.prod;
const placeOf = (megabytes: number): Place => ({ memory: megabytes, times: timesInAws });
const [ofRoutes, ofSigners] = [placeOf(memory.http), placeOf(memory.delivery)];
const GB = 1_000_000_000;
/** A send, a receive and a delete, for ten messages each. */
const QUEUE_REQUESTS_OF_BATCH = 3;
const TIME_OUT_SECONDS = 1.5;
const MESSAGES_PER_BATCH = 10;
/** Requests, events and bytes. */
const QUOTAS_OF_INGEST = 3;
/** Share of a user's calls whose token the authorizer has not verified within its cache of a minute. */
const UNCACHED_TOKENS = 1 / 3;
export const SECONDS_OF_MONTH = 730 * 3_600;

/** Adds up usages, each so many times. */
export function sum(...parts: readonly (readonly [usage: Usage, times: number])[]): Usage {
  const total: Record<string, number> = {};
  for (const [usage, times] of parts)
    for (const [name, amount] of Object.entries(usage)) total[name] = (total[name] ?? 0) + amount * times;
  return total;
}

const call = (seconds: number, megabytes: number): Usage => ({
  lambdaCalls: 1,
  lambdaGbSeconds: (seconds * megabytes) / 1_024,
  logGb: assumptions.logBytesOfCall / GB,
});

const authorizer: Usage = { ...call(routeSeconds('authorizer', ofRoutes), memory.http), readUnits: units.token };

const request = (of: TimedFunction, ofTables: Usage): Usage =>
  sum(
    [{ gatewayRequests: 1, logGb: assumptions.logBytesOfRequest / GB }, 1],
    [call(routeSeconds(of, ofRoutes), memory.http), 1],
    [authorizer, UNCACHED_TOKENS],
    [ofTables, 1],
    [{ writeUnits: units.quota }, 1],
  );

/** One message of a full batch. */
const message = (seconds: number, others: Usage): Usage =>
  sum(
    [{ queueRequests: QUEUE_REQUESTS_OF_BATCH }, 1 / MESSAGES_PER_BATCH],
    [call(seconds, memory.delivery), 1 / MESSAGES_PER_BATCH],
    [others, 1],
  );

const load = usualLoad(1_000);
const transferred = (load.bodyBytes + assumptions.requestOverheadBytes) / GB;
const storedEvent = (load.bodyBytes + units.eventOverheadBytes) / GB;
const storedDelivery = assumptions.deliveryItemBytes / GB;
/** Stored for a month, and backed up continuously. */
const stored = (gigabytes: number): Usage => ({ storedGbMonths: gigabytes, backedUpGbMonths: gigabytes });
const steady = predict(load, capacityOf(stages.prod));

/** What a call adds to the log besides its own entry. */
const logged = (bytes: number): Usage => ({ logGb: bytes / GB });

const ofReader = ({ recordsPerCall, secondsPerCall }: Prediction['fanOut']): Usage =>
  sum([call(secondsPerCall, memory.stream), 1 / recordsPerCall]);

/** Operation → what one of it uses. Stored items are those of a month. */
export const operations = {
  'hide check': request('hideCheck', { readUnits: units.hideCheck }),
  'page of the block list': request('blockPage', { readUnits: units.blockPage }),
  block: request('block', { writeUnits: units.block }),
  unblock: request('block', { writeUnits: units.block }),
  // Its time is not measured by itself.
  'page of activities': request('blockPage', { readUnits: units.activityPage }),
  'event, ten in a request': sum(
    [{ gatewayRequests: 1, logGb: assumptions.logBytesOfRequest / GB }, 1 / load.eventsPerRequest],
    [call(steady.ingestSeconds, memory.http), 1 / load.eventsPerRequest],
    [{ writeUnits: QUOTAS_OF_INGEST * units.quota }, 1 / load.eventsPerRequest],
    [{ writeUnits: unitsOfEvent(load), ...stored(storedEvent) }, 1],
    [ofReader(steady.fanOut), 1],
    [logged(bytesOfFanOut(Math.round(steady.fanOut.recordsPerCall))), 1 / steady.fanOut.recordsPerCall],
    [{ readUnits: (steady.tables.reads.webhooks + steady.tables.reads.networks) / load.eventsPerSecond }, 1],
  ),
  'recorded activity': sum([ofReader(steady.recordActivity), 1], [{ writeUnits: units.recordedActivity }, 1]),
  'delivery at the first attempt': message(attemptsSeconds(MESSAGES_PER_BATCH, load, ofSigners), {
    transferredGb: transferred,
    writeUnits: units.delivered,
    ...logged(bytesOfAttempts('delivered', MESSAGES_PER_BATCH) / MESSAGES_PER_BATCH),
    ...stored(storedDelivery),
  }),
  'failed attempt, time-out of ten at once': message(
    TIME_OUT_SECONDS + processing('signer', MESSAGES_PER_BATCH, ofSigners),
    {
      transferredGb: transferred,
      writeUnits: units.failedAttempt,
      ...logged((bytesOfAttempts('timeout', MESSAGES_PER_BATCH) + bytesOfFailures) / MESSAGES_PER_BATCH),
    },
  ),
  'failed attempt, probe of a dead receiver': sum(
    [{ queueRequests: QUEUE_REQUESTS_OF_BATCH, transferredGb: transferred, writeUnits: 2 + units.failedAttempt }, 1],
    [call(TIME_OUT_SECONDS + processing('signer', 1, ofSigners), memory.delivery), 1],
    [logged(bytesOfAttempts('timeout', 1) + bytesOfFailures), 1],
  ),
  'waiting delivery: held, and each check of it': message(heldSeconds(MESSAGES_PER_BATCH, ofSigners), {
    writeUnits: UNITS_OF_CHECK,
  }),
  'admin call': request('adminCall', { readUnits: 1 }),
  'page of the delivery log': request('adminCall', { readUnits: units.deliveryPage }),
  // With the webhook and the network. It has no authorizer, and its time is not measured by itself.
  'hour of 1,000 deliveries, compared': request('adminCall', { readUnits: 2 + units.ledger }),
} as const satisfies Readonly<Record<string, Usage>>;

export type Operation = keyof typeof operations;

/**
 * A month of prod without a single call: alarms, the dashboard, the polling of two queues, calls and reads of the sweeper and of what
 * erases users.
 */
export const idleMonth: Usage = {
  // And 46 metrics of the alarms that roll deployments back.
  alarmMonths: 16 + 46,
  dashboardMonths: 1,
  // Five pollers of each queue, each with a long poll of 20 s.
  queueRequests: (2 * 5 * SECONDS_OF_MONTH) / 20,
  ...sum(
    [call(0.1, memory.sweep), SECONDS_OF_MONTH / 60],
    [{ readUnits: 2 * 16 * 0.5 }, SECONDS_OF_MONTH / 60],
    [call(0.02, memory.stream), SECONDS_OF_MONTH / 60],
    [{ readUnits: 0.5 }, SECONDS_OF_MONTH / 60],
  ),
};

/** A web ACL in front of the API, with two rules (lib/constructs/api-web-acl.ts). */
export const firewall = (requests: number): Usage => ({
  firewallMonths: 1,
  firewallRuleMonths: 2,
  firewallRequests: requests,
});

/** A second of the usual load at some rate: its events, activity records, deliveries, and what waits for receivers. */
export function usageOf({ load: { eventsPerSecond, activityShare }, fast, slow }: Prediction): Usage {
  return sum(
    [operations['event, ten in a request'], eventsPerSecond],
    [operations['recorded activity'], eventsPerSecond * activityShare],
    [operations['delivery at the first attempt'], fast.messages],
    [operations['waiting delivery: held, and each check of it'], slow.messages],
  );
}

/** Calls of a user in a month. */
export const callsOfUser = {
  'hide check': 300,
  'page of the block list': 2,
  block: 0.5,
  unblock: 0.1,
  'page of activities': 4,
  'event, ten in a request': 60,
  'recorded activity': 24,
  'delivery at the first attempt': 120,
  'failed attempt, time-out of ten at once': 1.2,
} as const satisfies Partial<Record<Operation, number>>;
