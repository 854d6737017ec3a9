/** The text of a mail with the notices of a network (docs/spec/notices.md#e-mail). Pure, and plain text. */
import * as v from 'valibot';
import type { NoticeName } from '../../contract/event-names.ts';
import { NoticeBody, type NoticeData, type NoticeMessage } from '../../contract/notices.ts';

/** What is sent to the addresses of a network. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** The most notices that a mail describes; the panel has the rest. */
const MAX_DESCRIBED = 50;

const BodyText = v.pipe(v.string(), v.parseJson(), NoticeBody);

/** A mail about notices of one network, at least one. `panelUrl` is that of the panel. Throws a ValiError for a malformed one. */
export function mailOf(messages: readonly NoticeMessage[], addresses: readonly string[], panelUrl: string): Mail {
  const known = new Map(messages.map((message) => [message.eventId, message]));
  const notices = [...known.values()]
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ at, body }) => ({ at, ...v.parse(BodyText, body) }));
  const [{ networkId } = { networkId: '' }] = messages;
  const [only, ...more] = notices;
  const about = only !== undefined && more.length === 0 ? titleOf(only.event, only.data) : `${notices.length} notices`;
  return {
    subject: `[${networkId}] Webhooks: ${about}`,
    text: [
      `Notices about the webhooks of the network ${networkId}.`,
      ...notices.slice(0, MAX_DESCRIBED).map((notice) => paragraphOf(notice, panelUrl)),
      ...(notices.length > MAX_DESCRIBED ? [`And ${notices.length - MAX_DESCRIBED} more: ${panelUrl}#/webhooks`] : []),
      `These mails go to ${addresses.join(', ')}. An admin of the network can change that, and end them, in the panel: ${panelUrl}#/network`,
    ].join('\n\n'),
  };
}

function paragraphOf({ at, event, data }: { at: string } & NoticeBody, panelUrl: string): string {
  const { webhookId, description } = data.webhook;
  const link = `${panelUrl}#/webhooks/${webhookId}`;
  const example = exampleOf(data, panelUrl);
  const named = description === '' ? [] : [`Webhook: ${oneLine(description)}`];
  return [`${minuteOf(at)}  ${titleOf(event, data)}`, ...named, adviceOn(event, data), link, ...example].join('\n');
}

/** A line about the delivery that a notice names. */
const exampleOf = ({ delivery }: NoticeData, panelUrl: string): readonly string[] => {
  if (delivery === undefined) return [];
  const { class: ended, statusCode, path } = delivery;
  return [`For example, ${ended}${statusCode === undefined ? '' : ` (${statusCode})`}: ${panelUrl}#${path}`];
};

/** What has happened, in a few words. */
function titleOf(event: NoticeName, { webhook: { host }, reason }: NoticeData): string {
  switch (event) {
    case 'webhook.didStruggle':
      return `${host} struggles`;
    case 'webhook.didGoDown':
      return `${host} is down`;
    case 'webhook.didComeBack':
      return `${host} is back`;
    case 'webhook.willDisable':
      return `the webhook to ${host} will be disabled`;
    case 'webhook.didDisable':
      return `the webhook to ${host} was disabled${reason === 'gone' ? ', as it asked for with 410' : ''}`;
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

/** A description is free text: without line breaks it can't look like another part of the mail. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
