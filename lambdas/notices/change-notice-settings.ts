import { changeNoticeSettings } from '../../contract/notice-settings.ts';
import { adminOf } from '../shared/caller.ts';
import { optional } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { noticeAddressChanges } from './notice-address-changes.ts';

const changes = noticeAddressChanges();
const sender = optional('NOTICE_SENDER');

/** PATCH /network/notices: sets who gets the notices of the network by e-mail (docs/spec/notices.md#e-mail). */
export const handler = route(changeNoticeSettings, async ({ caller, body: { addresses } }) => {
  await changes.replace(caller.networkId, addresses, adminOf(caller));
  return { addresses, sender };
});
