/** The text of a mail with the notices of a network (docs/spec/notices.md#e-mail). Pure, and plain text. */
import * as v from 'valibot';
import type { NoticeName } from '../../contract/event-names.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { CONFIRMATION_HOURS, DAILY_MAILS } from '../../contract/notice-settings.ts';
import { NoticeBody, type NoticeData, type NoticeMessage } from '../../contract/notices.ts';

/** What is sent to addresses. Its only texts of others are hosts, and names and ids of events; none becomes a link. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** The most notices that a mail describes; the panel has the rest. */
const MAX_DESCRIBED = 50;

/** The text of a notice's event. */
export const BodyText = v.pipe(v.string(), v.parseJson(), NoticeBody);

/** A notice as mails use it. `at` is ISO 8601. */
export type ParsedNotice = { readonly at: string } & NoticeBody;

/** Throws a ValiError for a malformed one. */
export const parsedNotice = ({ at, body }: NoticeMessage): ParsedNotice => ({ at, ...v.parse(BodyText, body) });

interface MailOptions {
  /** Who gets the mail. */
  readonly addresses: readonly string[];
  readonly panelUrl: string;
  /** Whether a limit of the day is reached with it. */
  readonly isLast: boolean;
}

/** A mail about notices of one network, at least one. */
export function mailOf(
  networkId: NetworkId,
  unsorted: readonly ParsedNotice[],
  { addresses, panelUrl, isLast }: MailOptions,
): Mail {
  const notices = unsorted.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const at = (screen: string): string => screenUrl(panelUrl, networkId, screen);
  const [only, ...more] = notices;
  const about =
    only !== undefined && more.length === 0 ? titleOf(only.event, 'a webhook', only.data) : `${notices.length} notices`;
  return {
    subject: `[${networkId}] Notice: ${about}`,
    text: [
      `Notices about the webhooks of the network ${networkId}.`,
      ...notices.slice(0, MAX_DESCRIBED).map((notice) => paragraphOf(notice, at)),
      ...(notices.length > MAX_DESCRIBED ? [`And ${notices.length - MAX_DESCRIBED} more: ${at('/webhooks')}`] : []),
      ...(isLast ? [`${LAST} ${at('/webhooks')}`] : []),
      recipients(networkId, addresses, panelUrl),
    ].join('\n\n'),
  };
}

const LAST = `Today, until midnight UTC, no more mails are sent about this webhook or this network: ${DAILY_MAILS.ofWebhook} a day about a webhook, and ${DAILY_MAILS.ofNetwork} about a network, are the most. What happens meanwhile is in the panel:`;

/** What an admin sends to see that mails arrive. */
export const testMail = (networkId: NetworkId, addresses: readonly string[], panelUrl: string): Mail => ({
  subject: `[${networkId}] Test of notices`,
  text: [
    `This is a test, which an admin of the network ${networkId} has asked for: notices about its webhooks reach you.`,
    recipients(networkId, addresses, panelUrl),
  ].join('\n\n'),
});

const recipients = (networkId: NetworkId, addresses: readonly string[], panelUrl: string): string =>
  `These mails go to ${addresses.join(', ')}. An admin of the network can change that, and end them, in the panel: ${screenUrl(panelUrl, networkId, '/network')}`;

/** Asks an address's owner whether it may get a network's notices. The token is in the fragment: no server sees it. */
export const confirmationMail = (networkId: NetworkId, token: string, panelUrl: string): Mail => ({
  subject: `[${networkId}] Confirm this address for notices`,
  text: [
    `An admin of the network ${networkId} wants notices about its webhooks to be sent to this address: when a receiver is down, comes back, or was disabled.`,
    `To get them, open this page within ${CONFIRMATION_HOURS} hours, and choose Confirm:\n${panelUrl}#/confirm-address/${networkId}/${token}`,
    'If you do not know what this is about, do nothing: without a confirmation, this address gets no notices.',
  ].join('\n\n'),
});

/** Where the panel shows a screen: it names the network, for readers who are admins of several. */
const screenUrl = (panelUrl: string, networkId: NetworkId, screen: string): string =>
  `${panelUrl}#${screen}?network=${networkId}`;

function paragraphOf({ at: time, event, data }: ParsedNotice, at: (screen: string) => string): string {
  const { webhookId, host } = data.webhook;
  const link = at(`/webhooks/${webhookId}`);
  const example = exampleOf(data, at);
  return [`${minuteOf(time)}  ${titleOf(event, inert(host), data)}`, adviceOn(event, data), link, ...example].join(
    '\n',
  );
}

/** A line about the delivery that a notice names. */
const exampleOf = ({ delivery }: NoticeData, at: (screen: string) => string): readonly string[] => {
  if (delivery === undefined) return [];
  const { event, eventId, class: outcomeClass, statusCode, path } = delivery;
  const what = event === undefined || eventId === undefined ? '' : `${inert(event)} (${inert(eventId)}), `;
  return [`For example, ${what}${outcomeClass}${statusCode === undefined ? '' : ` (${statusCode})`}: ${at(path)}`];
};

/** What has happened, in a few words. */
function titleOf(event: NoticeName, host: string, { reason }: NoticeData): string {
  switch (event) {
    case 'webhook.didStruggle':
      return `${host} struggles`;
    case 'webhook.didGoDown':
      return `${host} is down`;
    case 'webhook.didComeBack':
      return `${host} is back`;
    case 'webhook.willDisable':
      return `${host} will be disabled`;
    case 'webhook.didDisable':
      return `${host} was disabled${reason === 'gone' ? ', as it asked for with 410' : ''}`;
    case 'webhook.didFailDeliveries':
      return `deliveries to ${host} have failed for good`;
    case 'webhook.didRefuseSecret':
      return `${host} does not accept its newest secret`;
  }
}

/** What that means, and what to do. */
function adviceOn(event: NoticeName, { since, disablesAt = '', secretsChangeAt = '' }: NoticeData): string {
  switch (event) {
    case 'webhook.didStruggle':
      return `Many requests have failed since ${minuteOf(since)}. They are repeated. The page of the webhook shows how they fail.`;
    case 'webhook.didGoDown':
      return `Every request has failed since ${minuteOf(since)}. Events wait, and are sent once the receiver works; repair it before ${minuteOf(disablesAt)}, when the webhook is disabled.`;
    case 'webhook.didComeBack':
      return `It had failed or struggled since ${minuteOf(since)}, and takes requests again. Events that waited are sent by themselves.`;
    case 'webhook.willDisable':
      return `Every request has failed since ${minuteOf(since)}. At ${minuteOf(disablesAt)} the webhook is disabled, and gets no more requests. Repair the receiver before that.`;
    case 'webhook.didDisable':
      return 'It gets no more requests. Once the receiver works, enable the webhook, and recover the events that it missed.';
    case 'webhook.didFailDeliveries':
      return 'They were tried for the last time, and can be replayed or recovered for 30 days. There is one such notice a day.';
    case 'webhook.didRefuseSecret':
      return `A request that only the newest secret had signed was refused. From ${minuteOf(secretsChangeAt)} on the earlier secret signs less or nothing. Give the newest one to the receiver before that, and check the receiver then.`;
  }
}

/** `2026-03-02 09:15 UTC`. */
const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** A host, or the name or id of an event, as no program makes a link of it. `URL` has made hosts ASCII already. */
const inert = (host: string): string => host.replaceAll(/[^\w.:[\]-]/g, '?').replaceAll('.', '[.]');
