import type * as v from 'valibot';
import type { showNoticeSettings } from '../../contract/network.ts';
import { optional } from '../shared/env.ts';
import { type NoticeAddresses, ofToday, unconfirmedOf } from './notice-addresses.ts';

/** From which address the stage sends mails; undefined if it sends none. */
export const sender = optional('NOTICE_SENDER');

/** Who gets notices, as an admin sees it: no tokens, nor who was asked when. */
export function settingsResponse(
  settings: NoticeAddresses,
  now: number,
): v.InferInput<typeof showNoticeSettings.response.body> {
  const { mails, heldBack } = ofToday(settings, now);
  return { addresses: settings.addresses, unconfirmed: unconfirmedOf(settings), today: { mails, heldBack }, sender };
}
