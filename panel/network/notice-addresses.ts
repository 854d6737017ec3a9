/** The e-mail addresses that an admin types, one in each line. */
import { webhookRules } from '../../client/webhook-rules.generated.ts';

/** The addresses in a text, without empty lines. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with a text, if anything is. */
export function addressesError(text: string): string | undefined {
  const addresses = addressesIn(text);
  const wrong = addresses.find((one) => !isAddress(one));
  if (wrong !== undefined) return `${wrong} is not an e-mail address such as on-call@example.com.`;
  const { maxNoticeAddresses: most } = webhookRules;
  return addresses.length > most ? `Use at most ${most} addresses instead of ${addresses.length}.` : undefined;
}

const isAddress = (text: string): boolean =>
  text.length <= webhookRules.maxNoticeAddressLength && webhookRules.noticeAddress.test(text);
