/**
 * Quotas: how much of the service a network may use (docs/spec/requests.md#quotas).
 *
 * Each quota is a bucket: it holds what the network may use in its window, and fills up steadily. A stage has a limit
 * for every quota; an operator can set others for a network.
 */
import * as v from 'valibot';
import { doc, field, named } from './documentation.ts';

interface QuotaDefinition {
  /** The time that a limit counts, in seconds. */
  readonly limitSeconds: 1 | 60;
  /** Seconds in which an empty bucket fills up: so much may be used at once. */
  readonly windowSeconds: number;
  /** What is counted. */
  readonly counts: string;
  /** The smallest limit: a network must not wait long after its largest request. */
  readonly smallest: number;
}

const ofRequests = (counts: string) => ({ limitSeconds: 1, windowSeconds: 10, counts, smallest: 1 }) as const;

/** The quotas that count requests; each route states its own. */
const requestQuotas = {
  reads: ofRequests('requests that read blocks or activities'),
  writes: ofRequests('requests that block or unblock'),
  ingest: ofRequests('requests that post events'),
  administration: ofRequests(
    'requests that make admin links or erase events, and all other requests of admins and viewers',
  ),
  /** What an admin needs to stop harm, apart from what anybody else can use up. */
  changes: ofRequests(
    'requests that change, replace or delete webhooks, stop recoveries, rotate secrets, or change who gets notices',
  ),
  ledger: ofRequests('requests that use ledgers, or that read events of a webhook with pull'),
  userData: ofRequests("requests that export or erase users' data"),
} as const;
export type RequestQuota = keyof typeof requestQuotas;
export const isRequestQuota = (quota: QuotaName): quota is RequestQuota => quota in requestQuotas;

/** Every quota: those of requests, and others that count where their subject occurs. */
export const quotas = {
  ...requestQuotas,
  events: { limitSeconds: 1, windowSeconds: 10, counts: 'posted events', smallest: 10 },
  /** The largest request, 100 events to 50 webhooks, may take two full buckets. */
  deliveries: {
    limitSeconds: 1,
    windowSeconds: 20,
    counts: 'posted events and events about blocks, counted once for each webhook without pull',
    smallest: 125,
  },
  ingestBytes: {
    limitSeconds: 1,
    windowSeconds: 10,
    counts: 'bytes in the bodies of requests that post events',
    smallest: 512 * 1024,
  },
  testEvents: {
    limitSeconds: 60,
    windowSeconds: 60,
    counts: 'test events that an admin sends, and requests that the service sends for check-ups',
    smallest: 1,
  },
} as const satisfies Record<string, QuotaDefinition>;

export type QuotaName = keyof typeof quotas;

const isQuotaName = (name: string): name is QuotaName => name in quotas;
export const quotaNames: readonly QuotaName[] = Object.keys(quotas).filter(isQuotaName);

const Limit = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The limit of a quota; `example` is that of contract/production-quotas.ts. */
const limitOf = (quota: QuotaName, example: number) => {
  const { counts, limitSeconds } = quotas[quota];
  return field(Limit, doc(`The limit per ${limitSeconds === 1 ? 'second' : 'minute'} for ${counts}.`, example));
};

/** Limits of all quotas: units per second, or a minute for test events. */
export const QuotaLimits = named(
  'QuotaLimits',
  v.object({
    reads: limitOf('reads', 1_000),
    writes: limitOf('writes', 500),
    ingest: limitOf('ingest', 100),
    administration: field(
      Limit,
      doc(
        'The limit per second for requests that create admin links or erase events. Every request of an admin or a viewer that counts against neither `changes` nor `ledger` also counts against this limit.',
        100,
      ),
    ),
    changes: limitOf('changes', 50),
    ledger: field(
      Limit,
      doc(
        'The limit per second for requests that use ledgers, and for requests that read the events of a webhook with `pull`.',
        50,
      ),
    ),
    userData: limitOf('userData', 100),
    events: limitOf('events', 2_000),
    deliveries: field(
      Limit,
      doc(
        'The limit per second for posted events and events about blocks. Each event counts once for each webhook without `pull`.',
        2_500,
      ),
    ),
    ingestBytes: field(
      Limit,
      doc('The limit per second for the total size, in bytes, of the bodies of requests to post events.', 4_194_304),
    ),
    testEvents: limitOf('testEvents', 60),
  } satisfies Record<QuotaName, typeof Limit>),
);
export type QuotaLimits = v.InferOutput<typeof QuotaLimits>;

/** Limits of a network that differ from the stage's. */
export const NetworkQuotas = v.object(v.entriesFromList(quotaNames, v.exactOptional(Limit)));
export type NetworkQuotas = v.InferOutput<typeof NetworkQuotas>;

/** A stage's limits: of a network without limits of its own, and the highest that a network can have. */
export const StageQuotas = v.object({ network: QuotaLimits, highest: QuotaLimits });
export type StageQuotas = v.InferOutput<typeof StageQuotas>;

/** What a bucket holds when it is full. */
export const capacityOf = (quota: QuotaName, limit: number): number =>
  (limit * quotas[quota].windowSeconds) / quotas[quota].limitSeconds;

/** What a bucket gains in a millisecond. */
export const refillOf = (quota: QuotaName, limit: number): number => limit / (quotas[quota].limitSeconds * 1000);
