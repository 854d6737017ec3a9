/** The settings of a stage about its load: quotas, delivery and concurrency. */
import type { DeliverySchedule, QuotaSettings, TargetSettings } from './stage-limits.ts';

/** The quotas of networks: those of each by default, and the highest that an operator can give one. */
export interface StageQuotaSettings {
  /** Of a network that has no limits of its own. Each is at most the highest. */
  readonly network: QuotaSettings;
  /**
   * The highest quotas that an operator can give a network. For a quota that counts requests, this value is at most
   * `api.throttle.requestsPerSecond`, which is also the default.
   */
  readonly highest: QuotaSettings;
}

/** How many addresses a stage with `staticAddresses` has: one for each zone. */
export const SOURCE_ADDRESSES = 2;

/** How webhooks are delivered. */
export interface DeliveryConfig {
  /** Where webhooks may point. */
  readonly targets: TargetSettings;
  /**
   * Whether webhooks may have EventBridge buses of other accounts. If `true`, functions have the right to put events
   * on any bus.
   * @default false
   */
  readonly eventBuses?: boolean;
  /**
   * Whether requests to receivers come from two fixed addresses, which customers can allow in their firewalls.
   * `GET /source-addresses` lists these addresses. If `true`, the functions that send requests to receivers are in a
   * VPC of the stage. In us-east-1, the NAT gateways of this VPC cost $73 a month and $0.045 a GB.
   * @default false
   */
  readonly staticAddresses?: boolean;
  /**
   * The two availability zones in which the fixed addresses of `staticAddresses` are, such as `us-east-1a` and
   * `us-east-1b`. If NAT gateways are not available in one of the first two zones of the region, name two other zones.
   * The zones can't be changed later.
   * @default the first two of the region
   */
  readonly zones?: readonly [string, string];
  /** When attempts are repeated, receivers probed and networks told. */
  readonly settings?: DeliverySchedule;
  /** The most concurrent batches of ten messages of each lane. */
  readonly concurrency: LaneConcurrency;
}

/**
 * Concurrent batches by lane, 2 to 1,000 (Lambda's bounds). A batch of the fast lane takes tens of milliseconds; one of
 * the slow lane takes the attempt's whole time-out if a receiver is dead. Both are part of the account's concurrency.
 */
export interface LaneConcurrency {
  /**
   * How many batches of first attempts to receivers that respond quickly are handled at the same time.
   * @default 200
   */
  readonly firstAttempts: number;
  /**
   * How many batches of all other attempts are handled at the same time.
   * @default 200
   */
  readonly slowLane: number;
}

/**
 * How the stage shares the Lambda concurrency of its account. Synthesis refuses a stage that does not fit, and a
 * deployment compares it with what the account has.
 */
export interface ConcurrencyPlan {
  /**
   * The account's quota of function calls that run at the same time in the region. The quota of a new account may be
   * 10.
   * @default 1000
   */
  readonly account: number;
  /**
   * How many calls of each function in the group `concurrency.reserved` may run at the same time; at least 1. The
   * number is reserved for the function, and is also the function's limit. `development()` reserves no calls. At least
   * 100 calls of the account must stay unreserved, so an account with a reduced quota can't reserve any calls.
   * @default {"authorizer":60,"reads":50,"writes":40,"ingest":60}
   */
  readonly reserved?: ReservedConcurrency | undefined;
  /**
   * How many calls of the routes that `reserved` does not name are expected to run at the same time. To find this
   * number, multiply the requests per second by the seconds per request, and add a margin.
   * @default 40
   */
  readonly routes: number;
  /**
   * How many shards of the events stream are expected to have new records at the same time; at least 1. Only events
   * that are posted at the same time can be in several shards.
   * @default 16
   */
  readonly streamShards: number;
  /**
   * How many batches of one shard each stream reader handles at the same time, 1 to 10
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html). A reader can handle
   * several batches at the same time because the order of events does not matter. If there are more shards or batches
   * than planned, the readers are late. No records are lost, because Lambda
   * [retries](https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html) a throttled batch for twelve
   * hours, and then puts its records into the queue of failed records.
   * @default 4
   */
  readonly batchesPerShard: number;
}

/** Reserved calls of the authorizer, and of each route by the quota that its requests count against. */
export interface ReservedConcurrency {
  /** How many calls of the authorizer may run at the same time. */
  readonly authorizer: number;
  /** How many calls of each route that reads blocks or activities may run at the same time. */
  readonly reads: number;
  /** How many calls of each route that blocks or unblocks may run at the same time. */
  readonly writes: number;
  /** How many calls of the route that posts events may run at the same time. */
  readonly ingest: number;
}

/** The quotas of routes that users and servers call all the time. */
export const reservedQuotas = ['reads', 'writes', 'ingest'] as const;
