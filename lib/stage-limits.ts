/**
 * Settings of a stage that functions get as JSON: quotas, retention, where webhooks may point, and when attempts are
 * repeated. They are plain types, so that the package's declarations need no schema library; the contract's schemas
 * (contract/quotas.ts, contract/tables.ts, contract/delivery-settings.ts, contract/target-policy.ts) check the values.
 */

/** Limits of each quota: a second, or a minute for test events. A bucket holds ten seconds of it, and fills up steadily. */
export interface QuotaSettings {
  /**
   * Requests per second that read blocks or activities; at least 1.
   * @default 1000
   */
  readonly reads: number;
  /**
   * Requests per second that block or unblock; at least 1.
   * @default 500
   */
  readonly writes: number;
  /**
   * Requests per second that post events; at least 1.
   * @default 100
   */
  readonly ingest: number;
  /**
   * Requests per second that make admin links or erase events, and all other requests of admins and viewers; at least 1.
   * @default 100
   */
  readonly administration: number;
  /**
   * Requests per second that change or delete webhooks, stop recoveries, rotate secrets, or change who gets notices; at least 1.
   * @default 50
   */
  readonly changes: number;
  /**
   * Requests per second that use ledgers, or that read events of a webhook with `pull`; at least 1.
   * @default 50
   */
  readonly ledger: number;
  /**
   * Requests per second that export or erase users' data; at least 1.
   * @default 100
   */
  readonly userData: number;
  /**
   * Posted events per second; at least 10.
   * @default 2000
   */
  readonly events: number;
  /**
   * Deliveries per second, counted as posted events times webhooks; at least 125. With a lower quota, the largest
   * request would use up more than two full buckets.
   * @default 2500
   */
  readonly deliveries: number;
  /**
   * Bytes of posted events per second; at least 524,288.
   * @default 4194304
   */
  readonly ingestBytes: number;
  /**
   * Test events per minute; at least 1.
   * @default 60
   */
  readonly testEvents: number;
}

/** Whole days after which items expire. Longer periods are not promised by the specification. */
export interface RetentionSettings {
  /**
   * Days for which events are stored after their acceptance. The value is at most 30 days. It is at least the sum of
   * the time after which a failing webhook is disabled (`disableAfterSeconds`) and twice the length of the retry
   * schedule.
   * @default 30
   */
  readonly eventDays: number;
  /**
   * Days for which deliveries are stored after the acceptance of their event. The value is at least `eventDays`, and at
   * most 30.
   * @default 30
   */
  readonly deliveryDays: number;
  /**
   * Days for which entries of the audit trail are stored, 30 to 400.
   * @default 400
   */
  readonly auditDays: number;
}

/** Where webhooks may point. `https` to public addresses is always allowed. */
export interface TargetSettings {
  /**
   * Whether URLs may also be `http`.
   * @default false
   */
  readonly allowHttp: boolean;
  /**
   * Ranges of addresses that are allowed although they are not public: `loopback`, `private`. Link-local addresses are
   * never allowed, because one of them is the address of the instance metadata service.
   * @default []
   */
  readonly allowedRanges: ('loopback' | 'private')[];
}

/** When attempts are repeated, receivers probed and networks told: all in seconds; at least 0. */
export interface DeliverySchedule {
  /**
   * For each retry, the number of seconds from the previous attempt to the retry. The sum of these numbers is about 28
   * hours.
   * @default [5,300,1800,7200,18000,36000,36000]
   */
  readonly retryDelaysSeconds?: number[] | undefined;
  /**
   * The shortest time between attempts to a receiver that is down, in seconds.
   * @default 1
   */
  readonly probeFirstSeconds?: number | undefined;
  /**
   * The longest time between attempts to a receiver that is down, in seconds.
   * @default 300
   */
  readonly probeMaxSeconds?: number | undefined;
  /**
   * The number of seconds after which a webhook is disabled if all attempts fail.
   * @default 432000
   */
  readonly disableAfterSeconds?: number | undefined;
  /**
   * The number of seconds after which a network gets a notice if its receiver struggles.
   * @default 600
   */
  readonly struggledNoticeSeconds?: number | undefined;
  /**
   * The number of seconds after which a network gets a notice if all attempts fail.
   * @default 300
   */
  readonly downNoticeSeconds?: number | undefined;
  /**
   * The number of seconds without a failure after which a network gets the notice that its receiver is back.
   * @default 60
   */
  readonly backNoticeSeconds?: number | undefined;
  /**
   * This many seconds before a webhook is disabled, its network gets a notice.
   * @default 86400
   */
  readonly disableNoticeSeconds?: number | undefined;
  /**
   * This many seconds before a change of secrets, the service begins to test whether the receiver accepts the new
   * secret.
   * @default 3600
   */
  readonly rotationCheckSeconds?: number | undefined;
}
