/** What single operations use of all that AWS charges for, with a month's storage. */

import { sum, type Usage } from '../../bin/prove/prices.ts';
import { stages } from '../../lib/config.ts';
import { type Batches, type Call, countedUnits, load, millisecondsOf, units } from './load.ts';

const GB = 1e9;
const { memory } = stages.prod;

/** Megabytes of the function of each call. A test compares them with the template of prod. */
export const megabytesOf: Readonly<Record<Call, number>> = {
  authorizer: memory.http,
  route: memory.http,
  ingest: memory.http,
  fanOut: memory.stream,
  recordActivity: memory.stream,
  delivery: memory.delivery,
  timeOut: memory.delivery,
  sweep: memory.sweep,
};

/** Bytes in the log of a function's entry for a request or a batch, and of an entry of the access log. Each has 26 more. */
const [ENTRY, ACCESS_ENTRY] = [300, 450];
/** Bytes of a response besides its body: status, headers of the service and of API Gateway, and its part of TLS. */
const RESPONSE_HEAD = 700;

/** The share of a call, with its entry in the log, that one of the things that it handles pays. */
export const shareOf = (call: Call, handled = 1, logBytes = ENTRY): Usage =>
  sum([
    {
      lambdaCalls: 1,
      gbSeconds: (millisecondsOf(call, handled) * megabytesOf[call]) / 1_024_000,
      logGb: logBytes / GB,
    },
    1 / handled,
  ]);

/** A request with its quota, its entry in the access log, its response, and the authorizer where that is called. */
const request = (misses: number, responseBytes: number): Usage =>
  sum(
    [{ gatewayRequests: 1, writeUnits: units.quota, logGb: ACCESS_ENTRY / GB }, 1],
    [{ transferredGb: (RESPONSE_HEAD + responseBytes) / GB }, 1],
    // It reads a network, and writes no entry unless it fails.
    [sum([shareOf('authorizer', 1, 0), 1], [{ readUnits: 1 }, 1]), misses],
  );

/** Headers and TLS of a request to a receiver, in bytes. */
const RECEIVER_HEAD = 900;

/** A delivery in a call of a signer: its message is sent, received and deleted with others. */
function attempt(call: Call, messages: number, perMessage: number, sent: number, used: Usage): Usage {
  return sum(
    [shareOf(call, messages * perMessage, ENTRY + 250), 1],
    [{ queueRequests: (2 / messages + 1 / sent) / perMessage }, 1],
    [{ transferredGb: (load.bodyBytes + RECEIVER_HEAD) / GB }, 1],
    [used, 1],
  );
}

/** Bytes of a receiver's response, and of the certificates with which it begins a connection. */
const [RECEIVER_RESPONSE, NEW_CONNECTION] = [600, 6_000];

/** What a delivery costs besides in a stage with static addresses. At full load, most connections are kept ones. */
export const throughGateway = ({ messages }: Batches): Usage => ({
  natGb: (load.bodyBytes + RECEIVER_HEAD + RECEIVER_RESPONSE + NEW_CONNECTION / messages) / GB,
});

/** The most messages that are sent in one request to SQS. */
const MOST_SENT = 10;

/** A receiver that reads every five seconds: the part of its requests that are noted, and the time of their further reads. */
const [NOTED_READS, FURTHER_MS] = [1 / 12, 20];

/** An operation → what one of it uses under a load. */
export function operationsOf(batches: Batches) {
  const { eventsPerRequest, records, actions, messages, missesOfUsers, missesOfPlatforms } = batches;
  const ofUser = (responseBytes: number, used: Usage): Usage =>
    sum([request(missesOfUsers, responseBytes), 1], [shareOf('route'), 1], [used, 1]);
  return {
    'hide check of 20 users': ofUser(300, { readUnits: units.hideCheck }),
    'page of blocks or of activities': ofUser(4_000, { readUnits: 1 }),
    'block or unblock': ofUser(30, { writeUnits: units.block }),
    event: sum(
      [request(missesOfPlatforms, 70 * eventsPerRequest), 1 / eventsPerRequest],
      [shareOf('ingest', eventsPerRequest), 1],
      [shareOf('fanOut', records, ENTRY + 300), 1],
      // Fan-out reads the network and its webhooks anew for each batch, and at full load for most events.
      [{ writeUnits: units.event, readUnits: 2, storedGbMonths: load.itemBytes / GB }, 1],
    ),
    'recorded activity': sum([shareOf('recordActivity', actions, 0), 1], [{ writeUnits: units.recordedActivity }, 1]),
    'delivery by the first attempt': attempt('delivery', messages, load.webhooks, Math.min(MOST_SENT, records), {
      writeUnits: countedUnits(units.delivered, messages),
      storedGbMonths: 800 / GB,
    }),
    'attempt that ends with a time-out': attempt('timeOut', messages, 1, messages, {
      writeUnits: countedUnits(units.failedAttempt, messages),
    }),
    'page of 20 events': ofUser(3_000, { readUnits: units.eventPage }),
    'page of the delivery log': ofUser(8_000, { readUnits: units.deliveryPage }),
    'page of the log of a network with more than 4 webhooks': ofUser(8_000, { readUnits: units.networkLogPage }),
    'ledger of an hour with 1,000 deliveries': ofUser(60_000, { readUnits: 2 + units.ledger }),
    'request for events by a receiver, if there are no events': sum(
      [request(0, 130), 1],
      [shareOf('route'), 1],
      [{ readUnits: units.pull, writeUnits: NOTED_READS, gbSeconds: (FURTHER_MS * megabytesOf.route) / 1_024_000 }, 1],
    ),
    'event that a receiver reads by such a request': {
      readUnits: units.pulledEvent,
      transferredGb: (load.bodyBytes + 150) / GB,
    },
  } as const satisfies Readonly<Record<string, Usage>>;
}
export type Operation = keyof ReturnType<typeof operationsOf>;
