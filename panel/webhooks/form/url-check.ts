/** What can be said of a webhook's URL without asking the service, which decides (decision 28). */
import { webhookRules } from '../../../client/webhook-rules.generated.ts';

/** What is surely wrong, or what only the service knows. Neither, where the URL looks right. */
export interface UrlCheck {
  readonly error?: string;
  readonly warning?: string;
}

const SAMPLE = 'https://hooks.example.com/events';

/** Looks at a URL. `isLocal`: the service runs on this machine, where http and loopback are ordinary. */
export function checkUrl(text: string, { isLocal }: { readonly isLocal: boolean }): UrlCheck {
  if (text === '') return { error: `Enter the URL of the receiver, such as ${SAMPLE}.` };
  if (text.length > webhookRules.maxUrlLength) {
    return { error: `A URL has at most ${webhookRules.maxUrlLength} characters; this one has ${text.length}.` };
  }
  if (/[\p{Cc}\p{Z}]/u.test(text)) return { error: 'A URL holds no spaces; write %20 for one.' };
  const url = URL.parse(text);
  if (url === null) {
    return {
      error: text.includes('://') ? `This is not a URL. It should look like ${SAMPLE}.` : 'Begin with https://.',
    };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { error: 'Begin with https://.' };
  if (url.username !== '' || url.password !== '') {
    return { error: 'Leave out user name and password; a custom header can hold them.' };
  }
  return isLocal ? {} : warningOf(url);
}

/** Whether this may still become a URL: nobody wants to be corrected in the middle of `https://`. */
export const isBeginning = (text: string): boolean =>
  ['https://', 'http://'].some((scheme) => scheme.startsWith(text.toLowerCase()));

function warningOf({ protocol, hostname }: URL): UrlCheck {
  if (isInside(hostname)) return { warning: 'The receiver must be reachable from the internet; this address is not.' };
  if (protocol === 'http:') return { warning: 'http is refused unless this installation allows it. Use https.' };
  return {};
}

/** Loopback and private addresses, as the URL standard spells them. */
const isInside = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|169\.254\..+|\[::1\]|\[f[cde].+\])$/.test(
    hostname,
  );
