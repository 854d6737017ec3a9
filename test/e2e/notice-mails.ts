/** The mails of a local cloud, sent when a test wants it rather than each minute. */
import { expect } from '@jest/globals';
import * as v from 'valibot';
import { call, cloud } from '../../testing/service.ts';

const Schedules = v.object({ schedules: v.array(v.object({ logicalId: v.string() })) });
const Mails = v.object({
  mails: v.array(v.object({ from: v.string(), to: v.array(v.string()), subject: v.string(), text: v.string() })),
});

/** Sends the notices that wait, as the schedule does. `url` is that of a local cloud; the shared one by default. */
export async function sendMails(url: string = cloud().url): Promise<void> {
  const { schedules } = v.parse(Schedules, (await call('GET', '/_local/schedules', { url })).body);
  const { logicalId } = schedules.find((schedule) => schedule.logicalId.includes('NoticeMails')) ?? {};
  expect(await call('POST', `/_local/schedules/${logicalId}/fire`, { url })).toMatchObject({ status: 200 });
}

/** What was sent to an address, the latest first. */
export async function mailsTo(address: string, url: string = cloud().url) {
  const { mails } = v.parse(Mails, (await call('GET', '/_local/mail', { url })).body);
  return mails.filter(({ to }) => to.includes(address));
}
