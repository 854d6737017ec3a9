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
   * Requests per second that make admin links or erase events, together with all other requests of admins and viewers;
   * at least 1.
   * @default 100
   */
  readonly administration: number;
  /**
   * Requests per second that change or delete webhooks, stop recoveries, rotate secrets, or change who gets notices; at
   * least 1.
   * @default 50
   */
  readonly changes: number;
  /**
   * Requests per second that use ledgers, or that read the events of a webhook with `pull`; at least 1.
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
   * Deliveries per second; at least 125. Each posted event, and each event of a block, counts once for each webhook of
   * the network that has no `pull`. If the quota were lower, the largest request would use up more than two full
   * buckets.
   * @default 2500
   */
  readonly deliveries: number;
  /**
   * Bytes per second of the requests that post events; at least 524,288.
   * @default 4194304
   */
  readonly ingestBytes: number;
  /**
   * Test events and requests of check-ups per minute; at least 1.
   * @default 60
   */
  readonly testEvents: number;
}

/** Whole days after which items expire. Longer periods are not promised by the specification. */
export interface RetentionSettings {
  /**
   * Days for which events are stored after their acceptance. The value is at most 30. An event must be stored for at
   * least the time after which a failing webhook is disabled (`disableAfterSeconds`), plus twice the length of the
   * retry schedule.
   * @default 30
   */
  readonly eventDays: number;
  /**
   * Days for which deliveries are stored after the acceptance of their events. The value is at least `eventDays`, and
   * at most 30.
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
   * Whether the URLs of webhooks may also begin with `http:`.
   * @default false
   */
  readonly allowHttp: boolean;
  /**
   * Ranges of addresses that are allowed although they are not public: `loopback`, `private` or both. Link-local
   * addresses are never allowed, because the instance metadata service has a link-local address.
   * @default []
   */
  readonly allowedRanges: ('loopback' | 'private')[];
}

/** When attempts are repeated, receivers probed and networks told: all in seconds; at least 0. */
export interface DeliverySchedule {
  /**
   * For each retry, the number of seconds from the previous attempt to the retry. The default values add up to about 28
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
   * If all attempts to a receiver have failed for this number of seconds, its webhook is disabled.
   * @default 432000
   */
  readonly disableAfterSeconds?: number | undefined;
  /**
   * If a receiver has struggled for this number of seconds, its network gets a notice.
   * @default 600
   */
  readonly struggledNoticeSeconds?: number | undefined;
  /**
   * If all attempts to a receiver have failed for this number of seconds, its network gets a notice.
   * @default 300
   */
  readonly downNoticeSeconds?: number | undefined;
  /**
   * If no attempt has failed for this number of seconds after an outage, the network gets a notice that its receiver is
   * back. After a notice that a receiver struggles, `struggledNoticeSeconds` is used instead of this setting.
   * @default 60
   */
  readonly backNoticeSeconds?: number | undefined;
  /**
   * The number of seconds between the notice that a webhook will be disabled and the time at which the webhook is
   * disabled.
   * @default 86400
   */
  readonly disableNoticeSeconds?: number | undefined;
  /**
   * The number of seconds before a change of secrets in which the service tests whether the receiver accepts the new
   * secret.
   * @default 3600
   */
  readonly rotationCheckSeconds?: number | undefined;
}
