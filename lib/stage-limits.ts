/**
 * Settings of a stage that functions get as JSON: quotas, retention, where webhooks may point, and when attempts are
 * repeated. They are plain types, so that the package's declarations need no schema library; the contract's schemas
 * (contract/quotas.ts, contract/tables.ts, contract/delivery-settings.ts, contract/target-policy.ts) check the values.
 */

/** Limits of each quota: a second, or a minute for test events. A bucket holds ten seconds of it, and fills up steadily. */
export interface QuotaSettings {
  /**
   * How many requests per second may read blocks or activities. The value is at least 1.
   * @default 1000
   */
  readonly reads: number;
  /**
   * How many requests per second may block or unblock a user. The value is at least 1.
   * @default 500
   */
  readonly writes: number;
  /**
   * How many requests per second may post events. The value is at least 1.
   * @default 100
   */
  readonly ingest: number;
  /**
   * How many requests per second may create admin links or erase events. A request of an admin or a viewer also
   * counts against this quota, unless the request counts against another quota in this list. The value is at least 1.
   * @default 100
   */
  readonly administration: number;
  /**
   * How many requests per second may change webhooks, delete webhooks, stop recoveries, rotate secrets, or change
   * who gets notices. The value is at least 1.
   * @default 50
   */
  readonly changes: number;
  /**
   * How many requests per second may use the ledger of a webhook, or read the events of a webhook whose `pull` is
   * `true`. The value is at least 1.
   * @default 50
   */
  readonly ledger: number;
  /**
   * How many requests per second may export or erase users' data. The value is at least 1.
   * @default 100
   */
  readonly userData: number;
  /**
   * The number of posted events per second. The value is at least 10.
   * @default 2000
   */
  readonly events: number;
  /**
   * The number of deliveries per second. Each posted event counts once for each webhook of the network, except for
   * webhooks whose `pull` is `true`. An event about a block counts in the same way. The value is at least 125. If the
   * value were lower, the largest request (100 events to 50 webhooks) would use up more than two full token buckets of
   * this quota.
   * @default 2500
   */
  readonly deliveries: number;
  /**
   * The number of bytes per second in the bodies of requests that post events. The value is at least 524,288.
   * @default 4194304
   */
  readonly ingestBytes: number;
  /**
   * The number of test events per minute. Each request that a check-up sends to a receiver also counts as a test event.
   * The value is at least 1.
   * @default 60
   */
  readonly testEvents: number;
}

/** Whole days after which items expire. Longer periods are not promised by the specification. */
export interface RetentionSettings {
  /**
   * The number of days for which an event is stored after the service has accepted it. The value is at most 30. The
   * smallest value depends on `disableAfterSeconds` and `retryDelaysSeconds` in `delivery.settings`. To calculate the
   * smallest value, add `disableAfterSeconds` and twice the sum of `retryDelaysSeconds`. Then convert the result to
   * days, and round up.
   * @default 30
   */
  readonly eventDays: number;
  /**
   * The number of days for which a delivery is stored after the service has accepted the event of the delivery. The
   * value is at least `eventDays`, and at most 30.
   * @default 30
   */
  readonly deliveryDays: number;
  /**
   * The number of days for which entries of the audit trail are stored. The value is from 30 to 400.
   * @default 400
   */
  readonly auditDays: number;
}

/** Where webhooks may point. `https` to public addresses is always allowed. */
export interface TargetSettings {
  /**
   * Whether the URLs of webhooks may begin with `http:`. The URLs may always begin with `https:`.
   * @default false
   */
  readonly allowHttp: boolean;
  /**
   * The ranges of non-public addresses to which the URLs of webhooks may point: `loopback`, `private` or both. A URL
   * can never point to a link-local address, because the instance metadata service of EC2 has a link-local address.
   * @default []
   */
  readonly allowedRanges: ('loopback' | 'private')[];
}

/** When attempts are repeated, receivers probed and networks told: all in seconds; at least 0. */
export interface DeliverySchedule {
  /**
   * The delays before the retries of a delivery, in seconds. Each delay is the time between an attempt and the retry
   * that follows this attempt. The sum of the default delays is about 28 hours.
   * @default [5,300,1800,7200,18000,36000,36000]
   */
  readonly retryDelaysSeconds?: number[] | undefined;
  /**
   * The shortest time, in seconds, between attempts to a receiver that is down.
   * @default 1
   */
  readonly probeFirstSeconds?: number | undefined;
  /**
   * The longest time, in seconds, between attempts to a receiver that is down.
   * @default 300
   */
  readonly probeMaxSeconds?: number | undefined;
  /**
   * If all attempts to a receiver have failed for this number of seconds, the service disables the receiver's webhook.
   * @default 432000
   */
  readonly disableAfterSeconds?: number | undefined;
  /**
   * If a receiver has been in the state `struggling` for this number of seconds, the service sends a notice to the
   * network.
   * @default 600
   */
  readonly struggledNoticeSeconds?: number | undefined;
  /**
   * If all attempts to a receiver have failed for this number of seconds, the service sends a notice to the network.
   * @default 300
   */
  readonly downNoticeSeconds?: number | undefined;
  /**
   * If no attempt to a receiver has failed for this number of seconds after an outage, the service sends a notice that
   * the outage has ended. If the notice about the outage said that the receiver was struggling, the service uses
   * `struggledNoticeSeconds` instead of this setting.
   * @default 60
   */
  readonly backNoticeSeconds?: number | undefined;
  /**
   * The service sends a warning this number of seconds before it disables a webhook.
   * @default 86400
   */
  readonly disableNoticeSeconds?: number | undefined;
  /**
   * Before a webhook's secret changes, the service tests whether the receiver accepts the new secret. The value is the
   * length, in seconds, of the period before the change in which the service makes this test.
   * @default 3600
   */
  readonly rotationCheckSeconds?: number | undefined;
}
