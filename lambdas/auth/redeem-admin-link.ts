import { redeemAdminLink } from '../../contract/admin-links.ts';
import { notFound } from '../shared/errors.ts';
import { openRoute } from '../shared/route.ts';
import { issueToken } from './access-token.ts';
import { adminLinksTable } from './admin-links-table.ts';
import { networksTable } from './networks-table.ts';

const links = adminLinksTable();
const networks = networksTable();

/** POST /admin-links/redeem: a token for the first attempt that presents the code (docs/spec/access.md#admin-links). */
export const handler = openRoute(redeemAdminLink, async ({ code, attempt }) => {
  const link = await links.redeem(code, attempt);
  const network = link && (await networks.read(link.networkId));
  const keys = network?.signingKeys ?? [];
  const key = link?.keyId === undefined ? keys.at(-1) : keys.find(({ keyId }) => keyId === link.keyId);
  if (link === undefined || key === undefined) throw notFound('the link is not valid: it was used, or has expired');
  return { token: await issueToken(link, key, link.sessionSeconds) };
});
