/**
 * Which URLs a webhook may have (docs/spec/webhooks.md#webhook-urls). They are checked when an admin sets one, and
 * before every request, since a stage's policy may change. Names are not resolved here;
 * lambdas/sending/address-guard.ts checks their addresses.
 */
import { isIP, isIPv6 } from 'node:net';
import {
  type AllowableRange,
  MAX_WEBHOOK_URL_LENGTH,
  type TargetPolicy,
  webhookPorts,
} from '../../contract/target-policy.ts';
import { type AddressRange, rangeOf } from './address-ranges.ts';

/**
 * The most characters of a name in the DNS (RFC 1035 section 2.3.4). The URL parser takes longer ones, and a time that
 * grows with the square of their length.
 */
export const MAX_HOST_LENGTH = 253;
const LONG_HOST = `must name a host of at most ${MAX_HOST_LENGTH} characters, as they are in ASCII`;
/** Host and port of a URL, as the parser finds them; its ASCII form is no shorter. */
const AUTHORITY = /^[a-z]+:[/\\]*([^/\\?#]*)/i;

/** The URL parser would silently drop some of these and encode the others. */
const BLANK_OR_CONTROL = /[\p{Cc}\p{Z}]/u;

const IPV4_ONLY = 'must point to a public IPv4 address: webhooks are sent by IPv4 only';

/** A URL that may be called, or why not: a message that follows the name of the field, such as `must use https`. */
export type VettedUrl =
  | { readonly url: URL; readonly refusal?: never }
  | { readonly url?: never; readonly refusal: string };

/** Whether webhooks may point to addresses of a range. */
export const mayReach = (range: AddressRange, { allowedRanges }: Pick<TargetPolicy, 'allowedRanges'>): boolean =>
  range === 'public' || allowedRanges.some((allowed: AllowableRange) => allowed === range);

/** The policy for the URLs of an origin: only public addresses may be reached at a port that is refused. */
export function policyAt({ port, protocol }: URL, policy: TargetPolicy): TargetPolicy {
  const number = port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : Number(port);
  return policy.refusedPorts?.some((refused) => refused === number) ? { ...policy, allowedRanges: [] } : policy;
}

/** Checks a URL's text against the policy. Literal addresses count as the URL parser reads them, in every spelling. */
export function vetWebhookUrl(text: string, policy: TargetPolicy): VettedUrl {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return { refusal: `must be at most ${MAX_WEBHOOK_URL_LENGTH} characters` };
  if (BLANK_OR_CONTROL.test(text))
    return { refusal: 'must not hold spaces or control characters; percent-encode them' };
  const [, authority = ''] = AUTHORITY.exec(text) ?? [];
  if (authority.length > MAX_HOST_LENGTH + ':65535'.length) return { refusal: LONG_HOST };
  const url = URL.parse(text);
  if (url === null) return { refusal: 'must be an absolute URL, such as https://hooks.example.com/events' };
  const refusal = refusalOf(url, policy);
  return refusal === undefined ? { url } : { refusal };
}

function refusalOf(url: URL, policy: TargetPolicy): string | undefined {
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
    return policy.allowHttp ? 'must use https or http' : 'must use https';
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password; use a custom header';
  if (url.href.length > MAX_WEBHOOK_URL_LENGTH)
    return `must be at most ${MAX_WEBHOOK_URL_LENGTH} characters once percent-encoded`;
  if (!isAllowedPort(url))
    return `must use port ${webhookPorts.named.join(', ')}, or one from ${webhookPorts.firstFree} up`;
  return hostRefusal(hostOf(url), policyAt(url, policy));
}

/** The host of a URL as sockets and resolvers take it: IPv6 without brackets. */
const hostOf = ({ hostname }: URL): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);

function hostRefusal(host: string, policy: TargetPolicy): string | undefined {
  if (host.length > MAX_HOST_LENGTH) return LONG_HOST;
  if (host.endsWith('.')) return 'must name its host without a dot at the end';
  const range = literalRange(host);
  if (range === undefined) return undefined;
  const isAllowed = mayReach(range, policy);
  // Lambda sends by IPv4 only, so the public addresses of IPv6 are out of reach.
  if (isIPv6(host)) return isAllowed && range !== 'public' ? undefined : IPV4_ONLY;
  return isAllowed ? undefined : `must point to a public address, not to a ${range} one`;
}

/** The range of a literal address, and of the names that are loopback by definition (RFC 6761). */
function literalRange(host: string): AddressRange | undefined {
  if (isIP(host) !== 0) return rangeOf(host);
  return isLocalhost(host) ? 'loopback' : undefined;
}

/** `localhost` and every name below it; such a name must never be asked of a resolver (RFC 6761 section 6.3). */
export const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

const isAllowedPort = ({ port }: URL): boolean =>
  port === '' || webhookPorts.named.some((named) => named === Number(port)) || Number(port) >= webhookPorts.firstFree;
