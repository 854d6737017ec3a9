/**
 * Who gets the notices of a network by e-mail, and how many mails it has had today (docs/spec/notices.md#e-mail). Pure.
 *
 * An address gets nothing but mails with a link until its owner has confirmed it on the page of a link. Only the hash of
 * the latest link's token is stored.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { CONFIRMATION_HOURS, DAILY_MAILS, type showNoticeSettings } from '../../contract/notice-settings.ts';

const Today = v.object({
  /** UTC: `2026-03-02`. */
  day: v.string(),
  confirmations: v.number(),
  /** Absent in items of versions without test mails. */
  tests: v.optional(v.number(), 0),
  mails: v.number(),
  heldBack: v.number(),
  /** Mails by the webhooks that they were about. */
  ofWebhooks: v.record(v.string(), v.number()),
});

const none = { day: '', confirmations: 0, tests: 0, mails: 0, heldBack: 0, ofWebhooks: {} } as const;

/** As it is stored. Items of versions without confirmation have addresses only, and so none that is confirmed. */
export const NoticeAddresses = v.object({
  addresses: v.optional(v.array(v.string()), []),
  confirmed: v.optional(v.array(v.string()), []),
  /** The latest mail that asked an address: when, in milliseconds since 1970, and the SHA-256 of its token. */
  asked: v.optional(v.record(v.string(), v.object({ at: v.number(), tokenHash: v.string() })), {}),
  today: v.optional(Today, none),
  /** Counts the changes. */
  revision: v.optional(v.number(), 0),
});
export type NoticeAddresses = v.InferOutput<typeof NoticeAddresses>;

/** An address that is asked is not asked again for so long. */
const PAUSE_MS = 10 * MINUTE_MS;
const CONFIRMATION_MS = CONFIRMATION_HOURS * HOUR_MS;

/** An address to ask, and the token of its link. */
export interface ToConfirm {
  readonly address: string;
  readonly token: string;
}

/** What is counted for the day of `now`, in milliseconds. */
export function ofToday({ today }: NoticeAddresses, now: number): NoticeAddresses['today'] {
  const day = new Date(now).toISOString().slice(0, 10);
  return today.day === day ? today : { ...none, day };
}

/** The addresses that nobody has confirmed. */
const unconfirmedOf = ({ addresses, confirmed }: NoticeAddresses): string[] =>
  addresses.filter((address) => !confirmed.includes(address));

/** The addresses that get mails. */
export const confirmedOf = ({ addresses, confirmed }: NoticeAddresses): string[] =>
  addresses.filter((address) => confirmed.includes(address));

/** As an admin sees it: no tokens, nor who was asked when. `sender` is from where the stage sends mails, if it does. */
export function settingsResponse(
  settings: NoticeAddresses,
  sender: string | undefined,
  now: number,
): v.InferInput<typeof showNoticeSettings.response.body> {
  const { mails, heldBack } = ofToday(settings, now);
  return { addresses: settings.addresses, unconfirmed: unconfirmedOf(settings), today: { mails, heldBack }, sender };
}

/** Counts a test mail before it is sent; undefined beyond the limit of the day. */
export function withTest(before: NoticeAddresses, now: number): NoticeAddresses | undefined {
  const today = ofToday(before, now);
  return today.tests < DAILY_MAILS.tests ? { ...before, today: { ...today, tests: today.tests + 1 } } : undefined;
}

/** Other addresses, and who is asked then. A daily limit bounds these mails, which go to whatever an admin enters. */
export function replaced(
  before: NoticeAddresses,
  addresses: readonly string[],
  now: number,
  newToken: () => string,
): { readonly after: NoticeAddresses; readonly toConfirm: readonly ToConfirm[] } {
  const today = ofToday(before, now);
  const confirmed = before.confirmed.filter((address) => addresses.includes(address));
  const kept = Object.entries(before.asked).filter(([address]) => addresses.includes(address));
  const after = { ...before, addresses: [...addresses], confirmed, asked: Object.fromEntries(kept), today };
  const toConfirm = unconfirmedOf(after)
    .filter((address) => now - (after.asked[address]?.at ?? 0) >= PAUSE_MS)
    .slice(0, Math.max(0, DAILY_MAILS.confirmations - today.confirmations))
    .map((address) => ({ address, token: newToken() }));
  const asked = Object.fromEntries(
    toConfirm.map(({ address, token }) => [address, { at: now, tokenHash: hashOf(token) }]),
  );
  return {
    toConfirm,
    after: {
      ...after,
      asked: { ...after.asked, ...asked },
      today: { ...today, confirmations: today.confirmations + toConfirm.length },
    },
  };
}

/**
 * Addresses whose mails could not be sent may be asked again at once. Their links stay valid: a mail without a response
 * of SES may have been sent.
 */
export function withFailedConfirmations(before: NoticeAddresses, addresses: readonly string[]): NoticeAddresses {
  const asked = Object.entries(before.asked).map(([address, latest]) => [
    address,
    addresses.includes(address) ? { ...latest, at: latest.at - PAUSE_MS } : latest,
  ]);
  return { ...before, asked: Object.fromEntries(asked) };
}

/** With the address that a token confirms; undefined for a token that is unknown, was used, or has expired. */
export function withConfirmed(
  before: NoticeAddresses,
  token: string,
  now: number,
): { readonly after: NoticeAddresses; readonly address: string } | undefined {
  const tokenHash = hashOf(token);
  const found = Object.entries(before.asked).find(([, asked]) => asked.tokenHash === tokenHash);
  if (found === undefined || now - found[1].at >= CONFIRMATION_MS) return undefined;
  const [address] = found;
  const { [address]: _used, ...asked } = before.asked;
  return { address, after: { ...before, asked, confirmed: [...before.confirmed, address] } };
}

/**
 * Counts a mail about these webhooks, one for each notice, before it is sent. `isAdmitted` says whether a notice is
 * part of it; with none, there is no mail. `isLast` is set where the mail reaches a limit of the day.
 */
export function withMail(before: NoticeAddresses, webhookIds: readonly string[], now: number) {
  const today = ofToday(before, now);
  const { ofWebhook, ofNetwork } = DAILY_MAILS;
  const isAdmitted = (webhookId: string): boolean =>
    today.mails < ofNetwork && (today.ofWebhooks[webhookId] ?? 0) < ofWebhook;
  const admitted = new Set(webhookIds.filter(isAdmitted));
  const mails = today.mails + (admitted.size > 0 ? 1 : 0);
  const counts = [...admitted].map((webhookId) => [webhookId, (today.ofWebhooks[webhookId] ?? 0) + 1] as const);
  const heldBack = today.heldBack + webhookIds.filter((webhookId) => !isAdmitted(webhookId)).length;
  const ofWebhooks = { ...today.ofWebhooks, ...Object.fromEntries(counts) };
  return {
    isAdmitted,
    isLast: mails >= ofNetwork || counts.some(([, count]) => count >= ofWebhook),
    after: { ...before, today: { ...today, mails, heldBack, ofWebhooks } },
  };
}

/** An address without most of what names its owner: `c…@corp.example`. */
export const shortenedAddress = (address: string): string => address.replace(/^(.).*(?=@)/, '$1…');

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
