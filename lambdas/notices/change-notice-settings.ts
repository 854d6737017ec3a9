import { changeNoticeSettings } from '../../contract/notice-settings.ts';
import { optional } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';

const table = noticeAddressesTable();
const sender = optional('NOTICE_SENDER');

/** PATCH /network/notices: sets who gets the notices of the network by e-mail (docs/spec/notices.md#e-mail). */
export const handler = route(changeNoticeSettings, async ({ caller: { networkId }, body: { addresses } }) => {
  await table.replace(networkId, addresses);
  return { addresses, sender };
});
