/** Checks a webhook's URL in the browser. Only the service knows (docs/spec/webhooks.md#where-a-webhook-may-point). */
import { webhookRules } from '../../../client/webhook-rules.generated.ts';

/** An error, or a warning if only the service can tell. Neither if the URL looks right. */
export interface UrlCheck {
  readonly error?: string;
  readonly warning?: string;
}

const SAMPLE = 'https://hooks.example.com/events';

/** Whether the destination is an event bus rather than a URL. */
export const isArn = (text: string): boolean => text.startsWith('arn:');

const BUS = /^arn:[a-z-]+:events:[a-z0-9-]+:\d{12}:event-bus\/\S+$/;

/** Checks a URL, or an event bus's ARN. `isLocal`: the service runs here, and http and loopback are allowed. */
export function checkUrl(text: string, { isLocal }: { readonly isLocal: boolean }): UrlCheck {
  if (isArn(text))
    return BUS.test(text)
      ? {}
      : { error: 'The ARN of an event bus looks like arn:aws:events:eu-west-1:111122223333:event-bus/name.' };
  const start = isLocal ? 'Start with http:// or https://.' : 'Start with https://.';
  if (text === '') return { error: `Enter the URL of the receiver, such as ${SAMPLE}.` };
  if (text.length > webhookRules.maxUrlLength) {
    return { error: `Use at most ${webhookRules.maxUrlLength} characters instead of ${text.length}.` };
  }
  if (/[\p{Cc}\p{Z}]/u.test(text)) return { error: 'A URL can’t contain spaces. Use %20 instead.' };
  const url = URL.parse(text);
  if (url === null) {
    return {
      error: text.includes('://') ? `This is not a valid URL. It should look like ${SAMPLE}.` : start,
    };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { error: start };
  if (url.username !== '' || url.password !== '') {
    return { error: 'Remove the user name and password. You can send them in a custom header.' };
  }
  return isLocal ? {} : warningOf(url);
}

/** Whether the text is the beginning of `https://` or `http://`, which is not an error while it is typed. */
export const isIncompleteScheme = (text: string): boolean =>
  ['https://', 'http://', 'arn:'].some((scheme) => scheme.startsWith(text.toLowerCase()));

function warningOf({ protocol, hostname }: URL): UrlCheck {
  if (isInternalHost(hostname))
    return { warning: 'The receiver must be reachable from the internet; this address is not.' };
  if (protocol === 'http:') return { warning: 'http is refused unless this installation allows it. Use https.' };
  return {};
}

/** Loopback and private addresses, as the URL standard spells them. */
const isInternalHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|169\.254\..+|\[::1\]|\[f[cde].+\])$/.test(
    hostname,
  );
