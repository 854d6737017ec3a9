/** The contract's limits, patterns and names for webhooks: forms validate with them, and pages explain with them. */
import * as v from 'valibot';
import { DeliverySettings } from '../contract/delivery-settings.ts';
import { deprecatedEventNames } from '../contract/deprecated-events.ts';
import { EVENT_NAME, EVENT_PREFIX, MAX_EVENT_PATTERN_LENGTH } from '../contract/event-patterns.ts';
import { NoticeName } from '../contract/notice-names.ts';
import { MAX_NOTICE_ADDRESS_LENGTH, MAX_NOTICE_ADDRESSES, NOTICE_ADDRESS } from '../contract/notice-settings.ts';
import { reservedHeaderPrefixes, reservedHeaders } from '../contract/reserved-headers.ts';
import { MAX_WEBHOOK_URL_LENGTH, publicHttpsOnly } from '../contract/target-policy.ts';
import {
  MAX_WEBHOOK_HEADER_VALUE_LENGTH,
  MAX_WEBHOOK_HEADERS,
  unsafeHeaderNames,
  WEBHOOK_HEADER_NAME,
  WEBHOOK_HEADER_VALUE,
} from '../contract/webhook-headers.ts';
import {
  DEFAULT_OVERLAP_HOURS,
  MAX_EVENT_PATTERNS,
  MAX_ROTATION_HOURS,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
} from '../contract/webhooks.ts';

const { probeMaxSeconds, disableAfterSeconds, retryDelaysSeconds } = v.parse(DeliverySettings, publicHttpsOnly);

const rules = {
  maxUrlLength: MAX_WEBHOOK_URL_LENGTH,
  maxDescriptionLength: MAX_WEBHOOK_DESCRIPTION_LENGTH,
  maxEventPatterns: MAX_EVENT_PATTERNS,
  maxEventPatternLength: MAX_EVENT_PATTERN_LENGTH,
  eventPrefix: EVENT_PREFIX,
  eventName: EVENT_NAME,
  maxHeaders: MAX_WEBHOOK_HEADERS,
  maxHeaderValueLength: MAX_WEBHOOK_HEADER_VALUE_LENGTH,
  headerName: WEBHOOK_HEADER_NAME,
  headerValue: WEBHOOK_HEADER_VALUE,
  reservedHeaders,
  reservedHeaderPrefixes,
  unsafeHeaderNames,
  maxNoticeAddresses: MAX_NOTICE_ADDRESSES,
  maxNoticeAddressLength: MAX_NOTICE_ADDRESS_LENGTH,
  noticeAddress: NOTICE_ADDRESS,
  noticeNames: NoticeName.options,
  maxRotationHours: MAX_ROTATION_HOURS,
  defaultOverlapHours: DEFAULT_OVERLAP_HOURS,
  probeMaxSeconds,
  disableAfterSeconds,
  attempts: retryDelaysSeconds.length + 1,
  retrySeconds: retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0),
};

/** The whole module. */
export function clientWebhookRules(): string {
  return [
    "/** Rules for a webhook's fields, and the default delivery settings. Generated from `contract/` by `npm run generate`. */",
    'export const webhookRules = {',
    ...Object.entries(rules).map(([name, value]) => `  ${name}: ${source(value)},`),
    '} as const;',
    '',
    '/** Event names that are refused, each with the one to use instead. */',
    'export const deprecatedEventNames: ReadonlyMap<string, string> = new Map([',
    ...[...deprecatedEventNames].map((entry) => `  ${JSON.stringify(entry)},`),
    ']);',
    '',
  ].join('\n');
}

const source = (value: number | RegExp | readonly string[]): string =>
  value instanceof RegExp ? value.toString() : JSON.stringify(value);
