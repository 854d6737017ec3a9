/** The settings of a stage about its load: quotas, delivery and concurrency. */
import type { DeliverySchedule, QuotaSettings, TargetSettings } from './stage-limits.ts';

/** The quotas of networks: those of each by default, and the highest that an operator can give one. */
export interface StageQuotaSettings {
  /** Of a network that has no limits of its own. Each is at most the highest. */
  readonly network: QuotaSettings;
  /**
   * The highest quotas that an operator can set for a network. For a quota that counts requests, the value is at most
   * `api.throttle.requestsPerSecond`. The default of such a quota is the value of `api.throttle.requestsPerSecond`.
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
   * Whether the destination of a webhook may be an EventBridge bus in another account. If the value is `true`,
   * functions of the stage have permission to put events on any bus.
   * @default false
   */
  readonly eventBuses?: boolean;
  /**
   * Whether all requests to receivers come from two fixed IP addresses. If the value is `true`, the stage creates a
   * VPC, and the functions that send requests to receivers run in this VPC. `GET /source-addresses` lists the two fixed IP
   * addresses, so that customers can allow these addresses in their firewalls. In us-east-1, the two NAT gateways
   * and the two addresses cost $73 a month together, plus $0.045 per GB of data in either direction.
   * @default false
   */
  readonly staticAddresses?: boolean;
  /**
   * The two availability zones of the NAT gateways that `staticAddresses` creates, such as `us-east-1a` and
   * `us-east-1b`. If one of the region's first two zones does not support NAT gateways, set two other zones. You can't
   * change the zones later.
   * @default the region's first two zones
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
   * The largest number of batches from the fast queue that the service handles at the same time. The fast queue contains
   * most first attempts to receivers that respond quickly, and the first request to a new receiver.
   * @default 200
   */
  readonly firstAttempts: number;
  /**
   * The largest number of batches from the slow queue that the service handles at the same time. The slow queue contains
   * all other attempts, and the work of recoveries.
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
   * The account's quota of concurrent Lambda executions in the region. The quota of a new account may be 10.
   * @default 1000
   */
  readonly account: number;
  /**
   * The reserved concurrency of the authorizer and of some routes' functions. The members of this setting are listed
   * under `concurrency.reserved`. The value of each member is at least 1. The reserved concurrency is the number of
   * calls that a function can always run at the same time. The function can never run more calls at the same time than
   * this number. `development()` reserves no concurrency. In each account, Lambda keeps 100 concurrent executions
   * unreserved. So an account whose quota is 100 or less can't reserve any concurrency. Lambda may limit a function to
   * ten calls per second for each reserved call, so reserve at least a tenth of the requests per second that you expect.
   * @default {"authorizer":60,"reads":50,"writes":40,"ingest":60}
   */
  readonly reserved?: ReservedConcurrency | undefined;
  /**
   * The total concurrency that you expect for the routes that have no reserved concurrency. To calculate this number,
   * multiply the expected requests per second by the seconds per request, and add a margin.
   * @default 40
   */
  readonly routes: number;
  /**
   * How many shards of the events stream you expect to receive new records at the same time. The value is at least 1.
   * New records can be in several shards only if several events are posted at the same time.
   * @default 16
   */
  readonly streamShards: number;
  /**
   * The number of batches that a stream reader handles at the same time for each shard. The value is from 1 to 10
   * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html). A stream reader can
   * handle several batches at the same time because the order of events does not matter. If the stream has more shards
   * or batches than you expected, the stream readers handle the records with a delay. No records are lost, because
   * Lambda [retries](https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html) a throttled batch for
   * twelve hours, and then puts the records of the batch into the queue of failed records.
   * @default 4
   */
  readonly batchesPerShard: number;
}

/** Reserved calls of the authorizer, and of each route by the quota that its requests count against. */
export interface ReservedConcurrency {
  /** The reserved concurrency of the authorizer. */
  readonly authorizer: number;
  /** The reserved concurrency of each function whose route reads blocks or activities. */
  readonly reads: number;
  /** The reserved concurrency of each function whose route blocks or unblocks a user. */
  readonly writes: number;
  /** The reserved concurrency of the function that accepts posted events. */
  readonly ingest: number;
}

/** The quotas of routes that users and servers call all the time. */
export const reservedQuotas = ['reads', 'writes', 'ingest'] as const;
