/** The tables of limits (docs/guides/limits.md): from the contract, so that a new route or page can't be missing. */

import { markdownTable } from '../bin/prove/markdown.ts';
import { MAX_ID_BYTES, MAX_REACTION_TYPE_LENGTH } from '../contract/activity-payloads.ts';
import { linkSessionSeconds } from '../contract/admin-links.ts';
import { MAX_AUDIENCE, MAX_CHECKED_USERS } from '../contract/block.ts';
import { BLOCKED_USERS_PER_PAGE } from '../contract/block-list.ts';
import { MAX_BLOCK_SECONDS, MIN_BLOCK_SECONDS } from '../contract/block-requests.ts';
import { defaultSettings } from '../contract/delivery-settings.ts';
import { MAX_FILTER_BYTES, MAX_FILTER_STEPS } from '../contract/event-filter.ts';
import { MAX_EVENT_PATTERN_LENGTH } from '../contract/event-names.ts';
import { MAX_EVENT_BYTES, MAX_EVENT_ID_LENGTH, MAX_EVENTS_PER_REQUEST } from '../contract/events.ts';
import { MAX_FILTER_COMBINATIONS, MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH } from '../contract/filter-combinations.ts';
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from '../contract/idempotency.ts';
import { MAX_JSON_LEVELS } from '../contract/json-text.ts';
import { MAX_CLAIMED_IDS, MAX_DELIVERIES_PER_SLICE } from '../contract/ledger.ts';
import { DAILY_MAILS, MAX_NOTICE_ADDRESS_LENGTH, MAX_NOTICE_ADDRESSES } from '../contract/notice-settings.ts';
import { parametersOf } from '../contract/openapi.ts';
import { MAX_CURSOR_LENGTH, MAX_PULLED_BYTES, MAX_PULLED_EVENTS } from '../contract/pull.ts';
import { ATTEMPT_TIME_LIMIT_MS, MAX_RESPONSE_BYTES } from '../contract/receiver-contract.ts';
import { type RouteDefinition, SMALL_BODY_BYTES } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { MAX_SECRETS } from '../contract/secret-schedule.ts';
import { longestRetention } from '../contract/tables.ts';
import { MAX_WEBHOOK_URL_LENGTH } from '../contract/target-policy.ts';
import { MAX_TRACEPARENT_LENGTH } from '../contract/traceparent.ts';
import { MAX_EXPORTED_ACTIVITIES } from '../contract/user-data.ts';
import { MAX_WEBHOOK_HEADER_VALUE_LENGTH, MAX_WEBHOOK_HEADERS } from '../contract/webhook-headers.ts';
import { MAX_ROTATION_HOURS } from '../contract/webhook-secrets.ts';
import {
  CEILINGS,
  MAX_EVENT_PATTERNS,
  MAX_GIVEN_ID_LENGTH,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOKS_PER_NETWORK,
  RECOMMENDED_WEBHOOKS_PER_NETWORK,
} from '../contract/webhooks.ts';
import { MAX_ATTEMPTS_KEPT } from '../lambdas/deliveries/delivery.ts';
import { MAX_HOST_LENGTH } from '../lambdas/shared/webhook-url.ts';

type Limit = readonly [what: string, most: string];

const count = (most: number, unit = ''): string => `${most.toLocaleString('en')}${unit && ` ${unit}`}`;

function bytes(most: number): string {
  if (most >= 1024 * 1024) return count(most / 1024 / 1024, 'MiB');
  return most >= SMALL_BODY_BYTES ? count(most / 1024, 'KiB') : count(most, 'bytes');
}

const all: readonly RouteDefinition[] = Object.values(routes);
const nameOf = ({ method, path }: RouteDefinition): string => `\`${method} ${path}\``;

/** Bodies by their size; those of the usual size are not named. */
const bodies = (): readonly Limit[] =>
  [
    ...Map.groupBy(
      all.filter(({ body }) => body !== undefined),
      ({ body }) => body?.maxBytes ?? 0,
    ),
  ]
    .toSorted(([a], [b]) => Number(a === SMALL_BODY_BYTES) - Number(b === SMALL_BODY_BYTES) || b - a)
    .map(([most, own]) => [
      most === SMALL_BODY_BYTES ? 'body of any other request' : `body of ${own.map(nameOf).join(', ')}`,
      bytes(most),
    ]);

/** What a page may have, or hours that are summed up. */
const pages = (): readonly Limit[] =>
  all.flatMap((definition) =>
    parametersOf(definition)
      .filter(({ in: place, schema }) => place === 'query' && schema.maximum !== undefined)
      .filter(({ name }) => name === 'limit' || name === 'hours')
      .map(
        ({ name, schema }): Limit => [
          name === 'hours'
            ? `hours of statistics in a response of ${nameOf(definition)}`
            : `entries per page of ${nameOf(definition)}`,
          `${count(schema.maximum ?? 0)}; ${schema.default} by default`,
        ],
      ),
  );

const webhooks: readonly Limit[] = [
  [
    '[webhooks](docs/spec/webhooks.md#number-of-webhooks) of a network',
    `${MAX_WEBHOOKS_PER_NETWORK}; ${RECOMMENDED_WEBHOOKS_PER_NETWORK} recommended`,
  ],
  ['[id of your own](docs/spec/webhooks.md#ids-of-your-own) for a webhook', count(MAX_GIVEN_ID_LENGTH, 'characters')],
  [
    '[URL](docs/spec/webhooks.md#webhook-urls), both as it is given and when it is percent-encoded',
    count(MAX_WEBHOOK_URL_LENGTH, 'characters'),
  ],
  ['host name in the URL, in ASCII', count(MAX_HOST_LENGTH, 'characters')],
  ['[event patterns](docs/spec/webhooks.md#event-patterns)', count(MAX_EVENT_PATTERNS)],
  ['length of an event pattern', count(MAX_EVENT_PATTERN_LENGTH, 'characters')],
  ['[filter](docs/spec/webhooks.md#filters), as JSON', count(MAX_FILTER_BYTES, 'bytes')],
  ['levels of nested members in a filter', count(MAX_FILTER_DEPTH)],
  [
    'combinations of a filter: the ways to choose one alternative of each `$or`, and of each list that also allows a missing member',
    count(MAX_FILTER_COMBINATIONS),
  ],
  ['conditions in all combinations of a filter together', count(MAX_FILTER_CONDITIONS)],
  [
    'steps in which a filter is compared with an event; if more are needed, the event is delivered',
    count(MAX_FILTER_STEPS),
  ],
  ['[custom headers](docs/spec/webhooks.md#custom-headers)', count(MAX_WEBHOOK_HEADERS)],
  ['name of a custom header', '128 characters'],
  ['value of a custom header', count(MAX_WEBHOOK_HEADER_VALUE_LENGTH, 'characters')],
  [
    '[ceiling](docs/spec/webhooks.md#ceilings) for the requests that begin in a second',
    `${count(CEILINGS.maxRequestsPerSecond.max)}; at least ${CEILINGS.maxRequestsPerSecond.min}`,
  ],
  ['ceiling for the requests in flight at the same time', count(CEILINGS.maxConcurrentRequests.max)],
  ['description', count(MAX_WEBHOOK_DESCRIPTION_LENGTH, 'characters')],
  ['[secrets](docs/spec/webhooks.md#secret-rotation) that exist at the same time', count(MAX_SECRETS)],
  [
    'delay of a rotation, and time for which the old and the new secret are valid together, each',
    count(MAX_ROTATION_HOURS, 'hours'),
  ],
];

const deliveries: readonly Limit[] = [
  [
    '[attempt](docs/spec/delivery.md#what-counts-as-delivered), from the name look-up to the last byte of the response',
    `${ATTEMPT_TIME_LIMIT_MS / 1000} s`,
  ],
  ['part of the body of a response that is read, and of which the first 1 KiB is kept', bytes(MAX_RESPONSE_BYTES)],
  ['response on the wire, including interim responses and framing', '256 KiB'],
  ['headers of a response, of which at most 1,024 characters are kept', '16 KiB'],
  [
    '[attempts](docs/spec/delivery.md#retry-schedule) of a delivery',
    count(defaultSettings.retryDelaysSeconds.length + 1),
  ],
  [
    'attempts of a delivery that the [log](docs/spec/delivery.md#delivery-log) keeps',
    `the latest ${MAX_ATTEMPTS_KEPT}`,
  ],
  ['deliveries in a response of the [ledger](docs/spec/delivery.md#ledger)', count(10_000)],
  ['deliveries in a slice of the ledger', count(MAX_DELIVERIES_PER_SLICE)],
  [
    'delivery ids that a receiver sends in a request to [reconcile](docs/spec/delivery.md#reconciling)',
    count(MAX_CLAIMED_IDS),
  ],
  ['events in one response to a receiver that [reads events](docs/spec/pull.md)', count(MAX_PULLED_EVENTS)],
  ['payloads in one response to a receiver that reads events, together', bytes(MAX_PULLED_BYTES)],
  ['cursor (`after`) of a receiver that reads events', count(MAX_CURSOR_LENGTH, 'characters')],
  ['[retention](docs/spec/delivery.md#retention) of events and deliveries', count(longestRetention.eventDays, 'days')],
];

const others: readonly Limit[] = [
  ['user id', '128 bytes of UTF-8'],
  ['users [blocked or unblocked](docs/spec/blocking.md#block) in a request', '1'],
  [
    'seconds until a block [ends](docs/spec/blocking.md#blocks-that-end), if it has an end',
    `${count(MAX_BLOCK_SECONDS)}; at least ${MIN_BLOCK_SECONDS}`,
  ],
  ['distinct user ids in a [hide check](docs/spec/blocking.md#hide-check)', count(MAX_CHECKED_USERS)],
  ['distinct user ids in a request for an [audience](docs/spec/blocking.md#audience)', count(MAX_AUDIENCE)],
  ['entries per page of the [block list](docs/spec/blocking.md#block-list)', count(BLOCKED_USERS_PER_PAGE)],
  ['activity records per page of a [user export](docs/spec/user-data.md#export)', count(MAX_EXPORTED_ACTIVITIES)],
  [
    'items that one request for an [erasure](docs/spec/user-data.md#erasure) removes, to within a hundred',
    count(2_500),
  ],
  ['addresses for [notices](docs/spec/notices.md#e-mail) of a network', count(MAX_NOTICE_ADDRESSES)],
  ['length of an address for notices', count(MAX_NOTICE_ADDRESS_LENGTH, 'characters')],
  [
    '[mails](docs/spec/notices.md#daily-limits) with notices',
    `${DAILY_MAILS.ofNetwork} a day for one network, ${DAILY_MAILS.ofWebhook} a day about one webhook`,
  ],
  ['retention of the [audit trail](docs/spec/audit.md)', count(longestRetention.auditDays, 'days')],
  [
    'seconds of a session that begins with an [admin link](docs/spec/access.md#admin-links) of the API',
    `${count(linkSessionSeconds.longest)}; ${linkSessionSeconds.usual.toLocaleString('en')} by default`,
  ],
  ['lifetime of a [token](docs/spec/access.md#refused-tokens)', '30 days by default'],
  ['token that is signed with a key of a network', count(4_096, 'characters')],
  ['line of a file that `ctl import` reads', '64 KiB'],
];

const requests = (): readonly Limit[] => [
  ['request line and headers', '10,240 bytes'],
  [
    '[idempotency key](docs/spec/requests.md#idempotency-keys), and the time for which the service remembers it',
    `${count(MAX_IDEMPOTENCY_KEY_LENGTH, 'characters')}; ${IDEMPOTENCY_HOURS} hours`,
  ],
  ...bodies(),
  ['levels of nested objects and arrays in a member of a body', count(MAX_JSON_LEVELS)],
  ['[events](docs/spec/events.md#ingest) in a request', count(MAX_EVENTS_PER_REQUEST)],
  ['[trace](docs/spec/events.md#traces) of an event', count(MAX_TRACEPARENT_LENGTH, 'characters')],
  ['JSON of one event', bytes(MAX_EVENT_BYTES)],
  ['[id](docs/spec/events.md#event-ids) of an event', count(MAX_EVENT_ID_LENGTH, 'characters')],
  ['[name](docs/spec/events.md#event-names) of an event', count(MAX_EVENT_PATTERN_LENGTH, 'characters')],
  [
    'id in an event that becomes an [activity record](docs/spec/events.md#payload-checks)',
    count(MAX_ID_BYTES, 'bytes of UTF-8'),
  ],
  ['[reaction type](docs/spec/activity.md#reaction-types)', count(MAX_REACTION_TYPE_LENGTH, 'characters')],
  ...pages(),
];

/** By the name of its place in the page. */
export const limitTables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ requests: requests(), webhooks, deliveries, others }).map(([name, limits]) => [
      name,
      markdownTable(
        ['limit', 'at most'],
        // As the page links to it.
        limits.map(([what, most]) => [what.replace('docs/spec/', '../spec/'), most]),
      ),
    ]),
  );
