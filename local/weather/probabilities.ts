/**
 * The kinds of fault injection that a local cloud can be started with: what each injects, and how often.
 *
 * `aws` has what AWS documents and emulators hide, about as often as a busy account sees it in a bad hour. `storm` has
 * all of it all the time, and failures that AWS has once in a few years.
 */

/** Fault → its probability in each weather, for one call, batch or invocation. */
const faults = {
  /** DynamoDB and SQS refuse a call because there are too many. */
  throttled: { aws: 0.01, storm: 0.1 },
  /** A batch request does only a part of its items. */
  'part of a batch': { aws: 0.03, storm: 0.25 },
  /** A transaction is cancelled because another one has its item. */
  'transaction conflict': { aws: 0.02, storm: 0.15 },
  /** A write of one item is refused because a transaction has the item. */
  'write conflict': { aws: 0.01, storm: 0.1 },
  /** A call takes from 200 ms to 2 s. */
  'slow call': { aws: 0.005, storm: 0.05 },
  /** The connection closes after a write is done, before its response. */
  'lost response': { aws: 0, storm: 0.02 },
  /** A table returns errors for seconds. */
  'table away': { aws: 0, storm: 0.002 },
  /** A queue returns no message although it has some. */
  'empty receive': { aws: 0.05, storm: 0.2 },
  /** A batch of stream records or a queue message is delivered twice. */
  'delivered twice': { aws: 0.03, storm: 0.2 },
  /** Stream records of different items, or queue messages, are delivered in another order. */
  'other order': { aws: 0.05, storm: 0.3 },
  /** A batch of stream records is delivered as two. */
  'split batch': { aws: 0.05, storm: 0.3 },
  /** An idle worker is thrown away, so that a later event is a cold start. */
  'cold start': { aws: 0.01, storm: 0.05 },
  /** A worker is killed during an invocation, or after its work and before its response. */
  'killed worker': { aws: 0, storm: 0.01 },
  /** The clock of a worker is wrong during one invocation, by up to three minutes. */
  'clock jump': { aws: 0, storm: 0.02 },
  /** The gateway can't call the authorizer. */
  'authorizer failed': { aws: 0.001, storm: 0.02 },
} as const satisfies Readonly<Record<string, Readonly<Record<BadWeather['name'], number>>>>;

export type Fault = keyof typeof faults;

/** The probability from 0 to 1. */
export const probabilityOf = (fault: Fault, weather: BadWeather['name']): number => faults[fault][weather];

/** How far eventually consistent reads are behind, in milliseconds. */
export const readLagMs: Readonly<Record<BadWeather['name'], number>> = { aws: 300, storm: 1_000 };

export const weatherNames = ['calm', 'aws', 'storm'] as const;
export type WeatherName = (typeof weatherNames)[number];

/** A kind of fault injection, and the seed that decides which faults. */
export interface BadWeather {
  readonly name: Exclude<WeatherName, 'calm'>;
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number;
}
