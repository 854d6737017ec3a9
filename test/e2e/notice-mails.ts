/** The mails of a local cloud, sent when a test wants it rather than each minute. */
import * as v from 'valibot';
import { fireSchedule } from '../support/functions.ts';
import { call, cloud } from '../support/service.ts';

const Mails = v.object({
  mails: v.array(v.object({ from: v.string(), to: v.array(v.string()), subject: v.string(), text: v.string() })),
});

/** Sends the notices that wait, as the schedule does. `url` is that of a local cloud; the shared one by default. */
export const sendMails = (url: string = cloud().url): Promise<void> => fireSchedule('NoticeMails', url);

/** What was sent to an address, the latest first. */
export async function mailsTo(address: string, url: string = cloud().url) {
  const { mails } = v.parse(Mails, (await call('GET', '/_local/mail', { url })).body);
  return mails.filter(({ to }) => to.includes(address));
}

/** The tokens of the links in the mails that have asked an address of a network, the latest first. */
export async function confirmationTokens(networkId: string, address: string): Promise<readonly string[]> {
  const link = new RegExp(`/admin/#/confirm-address/${networkId}/([A-Za-z0-9_-]{43})$`, 'm');
  return (await mailsTo(address)).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}
