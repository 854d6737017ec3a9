import { confirmNoticeAddress } from '../../contract/notice-settings.ts';
import { notFound } from '../shared/errors.ts';
import { openRoute } from '../shared/route.ts';
import { withConfirmed } from './notice-addresses.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';

const table = noticeAddressesTable();

/** POST /network/notices/confirmation: an address's owner wants the notices (docs/spec/notices.md#confirmation). */
export const handler = openRoute(confirmNoticeAddress, async ({ networkId, token }) => {
  const address = await table.change(networkId, (before) => {
    const confirmed = withConfirmed(before, token, Date.now());
    return confirmed && { after: confirmed.after, result: confirmed.address };
  });
  if (address === undefined) {
    throw notFound('the link is not valid: it was used, has expired, or was replaced by a newer one');
  }
  return { address };
});
