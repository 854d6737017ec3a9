/** Texts as people read them: numbers, sentences, URLs, actors, and what untrusted text may hide. */
import type { Actor } from '@social-platform-services/client';
import { DAY_SECONDS, HOUR_SECONDS } from '../../contract/durations.ts';

/** With thousands separators: `12,345`. */
export const numberText = (value: number): string => value.toLocaleString('en');

/** `1 delivery`, `12,345 deliveries`. */
export const counted = (count: number, one: string, several: string): string =>
  `${numberText(count)} ${count === 1 ? one : several}`;

/** The length of a text in UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** A share from 0 to 1 as a percentage. Only a share of 0 is shown as 0%, and only a share of 1 as 100%. */
export function percentText(share: number): string {
  const percent = share * 100;
  const shown = share === 0 || share === 1 ? percent : Math.min(Math.max(percent, 0.1), 99.9);
  return `${shown.toLocaleString('en', { maximumFractionDigits: shown < 1 || shown >= 99 ? 1 : 0 })}%`;
}

/** Milliseconds, or seconds from 1,000 on. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toLocaleString('en', { maximumFractionDigits: 2 })} s`;

const units = [
  [DAY_SECONDS, 'day'],
  [HOUR_SECONDS, 'hour'],
  [60, 'minute'],
] as const;

/** Seconds in the largest unit of which they are one exactly, or about two or more: `5 days`, `28 hours`. */
export function periodText(seconds: number): string {
  const [unit, name] = units.find(([length]) => seconds === length || seconds >= 2 * length) ?? [1, 'second'];
  return counted(Math.round(seconds / unit), name, `${name}s`);
}

/** A text as a sentence: with a capital letter, and a full stop unless it has an end already. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** That the service failed; with the ID of the request, if that is known. */
export const serviceErrorText = (requestId: string | undefined): string =>
  `The service had an error. Try again.${requestId === undefined ? '' : ` If the problem continues, give an operator the request ID ${requestId}.`}`;

const MAX_LENGTH = 60;

/** Characters of a destination where there is room for it. */
export const MAX_URL_LENGTH = 120;

/** Where a webhook's events go: its URL, the ARN of its event bus, or that its receiver reads them. */
export const destinationOf = ({
  url,
  eventBus,
  pull,
}: {
  readonly url?: string | undefined;
  readonly eventBus?: string | undefined;
  readonly pull?: true | undefined;
}): string => url ?? eventBus ?? (pull ? 'Read by its receiver' : '');

/** A destination without the scheme; the middle of a long one is replaced with `…`. */
export const shortUrl = (url: string): string =>
  shortened(url.replace(/^https?:\/\//, '').replace(/\/$/, ''), MAX_LENGTH);

/** A webhook by a name of one line: where its events go, or what it is for if its receiver reads them, as others may. */
export const nameOf = (
  webhook: Parameters<typeof destinationOf>[0] & { readonly webhookId: string; readonly description: string },
): string => (webhook.pull ? webhook.description || webhook.webhookId : shortUrl(destinationOf(webhook)));

/** Replaces the middle of a text that is longer than `maxLength` characters with `…`. */
export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength / 2)}…${text.slice(-maxLength / 2)}`;

/** Who has changed something, in words. */
export function actorText({ kind, name }: Actor): string {
  if (kind === 'service') return 'The service';
  const known = visibleText(name ?? 'unknown');
  if (kind === 'operator') return `Operator ${known}`;
  if (kind === 'server') return `Back end ${known}`;
  return known;
}

/** Shown in place of a value that may be secret, whatever its length. */
export const HIDDEN_VALUE = '••••••';

/**
 * Control characters except tab and line feed, format characters that reorder text or have no width, separators that
 * break lines, tag characters, and lone surrogates. Joiners are left alone: emoji and several scripts need them.
 */
const HIDDEN =
  /(?![\n\t])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

/** The text with JSON escapes such as `\u202e`. Escaping inside strings of a JSON text does not change its value. */
export const visibleText = (text: string): string => text.replaceAll('\r\n', '\n').replace(HIDDEN, escaped);

/** The escapes so far: a text of 256 KB may have nothing but characters that are hidden. */
const escapes = new Map<string, string>();

function escaped(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const made = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  escapes.set(character, made);
  return made;
}

/** What a receiver's firewall has to allow, from blocks of one address each; undefined where the stage has none. */
export function firewallText(addresses: readonly string[] = []): string | undefined {
  if (addresses.length === 0) return undefined;
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    addresses.map((address) => address.replace(/\/32$/, '')),
  );
  return `Requests come from ${list}. Allow all of them in the firewall of your receiver.`;
}
