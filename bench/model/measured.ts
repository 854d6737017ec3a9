/** What the model takes from measurements, and what it has to assume since it can't be measured outside AWS. */
import { limits } from './limits.ts';

/** Processor time of a warm function, in milliseconds on a core of its own. */
export interface ProcessorTime {
  readonly perCall: number;
  readonly perItem: number;
}

/** Bodies of 1 KB. An AMD EPYC whose two cores were shared with other work. */
export const processorTimes = {
  measured: '2026-11-22',
  command: 'npm run bench -- service-times',
  of: {
    authorizer: { perCall: 0.935, perItem: 0 },
    block: { perCall: 1.06, perItem: 0 },
    blockPage: { perCall: 2.01, perItem: 0 },
    hideCheck: { perCall: 1.72, perItem: 0 },
    adminCall: { perCall: 1.32, perItem: 0 },
    ingest: { perCall: 0.69, perItem: 0.729 },
    recordActivity: { perCall: 0.35, perItem: 0.453 },
    fanOut: { perCall: 0.654, perItem: 0.111 },
    signer: { perCall: 2.54, perItem: 0.269 },
  },
} as const;

export type TimedFunction = keyof typeof processorTimes.of;

/** What a prediction is computed from: times in milliseconds, and how often an idle shard of the stream is read. */
export interface Times {
  readonly processor: Readonly<Record<TimedFunction, ProcessorTime>>;
  readonly dynamoDb: number;
  /** One GetRecords of the stream. */
  readonly getRecords: number;
  /** One SendMessageBatch. */
  readonly sendBatch: number;
  /** From a message's acceptance to the function that gets it. */
  readonly queue: number;
  readonly pollsPerSecond: number;
}

/** Capacity units of DynamoDB: exact on every machine. A read unit is 4 KB read consistently, a write unit is 1 KB. */
export const units = {
  measured: '2026-11-22',
  command: 'npm run bench -- units',
  block: 1,
  blockPage: 1,
  /** Of 20 users by a user with 40 blocks. A user with more than some hundred pays 20. */
  hideCheck: 1,
  activityPage: 0.5,
  token: 1,
  /** 1 for a reaction, 2 for a comment (docs/adr/0038-one-record-for-a-comment.md): half of each. */
  recordedActivity: 1.5,
  delivered: 1.05,
  failedAttempt: 3,
  deliveryPage: 3,
  /** Of 1,000 deliveries at the first attempt, of 480 bytes each. */
  ledger: 60,
  /** Write units that a quota costs a request, at most at load (docs/adr/0036-quota-leases.md): simulated. */
  quota: 0.02,
  /** Bytes of an event's item besides its body: 10 KB of body are 11 units. */
  eventOverheadBytes: 300,
} as const;

/**
 * Times in AWS. Those of DynamoDB ("single-digit milliseconds", https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Introduction.html)
 * and SQS are assumed: round figures of what is usual, which AWS does not promise.
 */
export const timesInAws: Times = {
  processor: processorTimes.of,
  dynamoDb: 5,
  getRecords: 10,
  sendBatch: 15,
  queue: 20,
  pollsPerSecond: limits.streamPolls.value,
};

/** Not measured: estimates. Change one, and `npm run generate` shows what follows. */
export const assumptions = {
  webhookItemBytes: 1_024,
  /** An item of a delivery with one attempt and its index entries. */
  deliveryItemBytes: 800,
  /** Request line, headers and TLS of a webhook request. */
  requestOverheadBytes: 900,
  /** Our log entry with Lambda's start and report of a call, and the access log's line of a request. */
  logBytesOfCall: 700,
  logBytesOfRequest: 450,
  /** A receiver that stays dead is disabled after 5 days. Its deliveries are checked whenever their age has doubled. */
  checksOfHeldDelivery: 9,
} as const;
