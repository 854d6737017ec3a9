import { showNoticeSettings } from '../../contract/notice-settings.ts';
import { optional } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { settingsResponse } from './notice-addresses.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';

const table = noticeAddressesTable();
const sender = optional('NOTICE_SENDER');

/** GET /network/notices: who gets the notices of the network by e-mail (docs/spec/notices.md#e-mail). */
export const handler = route(showNoticeSettings, async ({ caller: { networkId } }) =>
  settingsResponse(await table.read(networkId), sender, Date.now()),
);
