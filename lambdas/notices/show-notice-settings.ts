import { showNoticeSettings } from '../../contract/network.ts';
import { route } from '../shared/route.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';
import { settingsResponse } from './notice-settings-response.ts';

const table = noticeAddressesTable();

/** GET /network/notices: who gets the notices of the network by e-mail (docs/spec/notices.md#e-mail). */
export const handler = route(showNoticeSettings, async ({ caller: { networkId } }) =>
  settingsResponse(await table.read(networkId), Date.now()),
);
