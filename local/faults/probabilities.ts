/**
 * The kinds of fault injection that a local cloud can be started with: what each injects, and how often.
 *
 * `aws` has what AWS documents and emulators hide, about as often as a busy account sees it in a bad hour. `heavy` has
 * all of it all the time, and failures that AWS has once in a few years.
 */

/** Fault → its probability at each level, for one call, batch or invocation. */
const faults = {
  /** DynamoDB and SQS refuse a call because there are too many. */
  throttled: { aws: 0.01, heavy: 0.1 },
  /** A batch request does only a part of its items. */
  'part of a batch': { aws: 0.03, heavy: 0.25 },
  /** A transaction is cancelled because another one has its item. */
  'transaction conflict': { aws: 0.02, heavy: 0.15 },
  /** A write of one item is refused because a transaction has the item. */
  'write conflict': { aws: 0.01, heavy: 0.1 },
  /** A call takes from 200 ms to 2 s. */
  'slow call': { aws: 0.005, heavy: 0.05 },
  /** The connection closes after a write is done, before its response. */
  'lost response': { aws: 0, heavy: 0.02 },
  /** A table returns errors for seconds. */
  'table away': { aws: 0, heavy: 0.002 },
  /** A queue returns no message although it has some. */
  'empty receive': { aws: 0.05, heavy: 0.2 },
  /** A batch of stream records or a queue message is delivered twice. */
  'delivered twice': { aws: 0.03, heavy: 0.2 },
  /** Stream records of different items, or queue messages, are delivered in another order. */
  'other order': { aws: 0.05, heavy: 0.3 },
  /** A batch of stream records is delivered as two. */
  'split batch': { aws: 0.05, heavy: 0.3 },
  /** An idle worker is thrown away, so that a later event is a cold start. */
  'cold start': { aws: 0.01, heavy: 0.05 },
  /** A worker is killed during an invocation, or after its work and before its response. */
  'killed worker': { aws: 0, heavy: 0.01 },
  /** The clock of a worker is wrong during one invocation, by up to three minutes. */
  'clock jump': { aws: 0, heavy: 0.02 },
  /** The gateway can't call the authorizer. */
  'authorizer failed': { aws: 0.001, heavy: 0.02 },
} as const satisfies Readonly<Record<string, Readonly<Record<FaultInjection['name'], number>>>>;

export type Fault = keyof typeof faults;

/** The probability from 0 to 1. */
export const probabilityOf = (fault: Fault, level: FaultInjection['name']): number => faults[fault][level];

/** How far eventually consistent reads are behind, in milliseconds. */
export const readLagMs: Readonly<Record<FaultInjection['name'], number>> = { aws: 300, heavy: 1_000 };

/** How many faults are injected. */
export const faultLevels = ['off', 'aws', 'heavy'] as const;
export type FaultLevel = (typeof faultLevels)[number];

/** What is injected, and the seed that decides which faults. */
export interface FaultInjection {
  readonly name: Exclude<FaultLevel, 'off'>;
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number;
}

/** The levels by the names that they had as kinds of weather. */
export const formerNames: Readonly<Record<string, FaultLevel>> = { calm: 'off', aws: 'aws', storm: 'heavy' };
