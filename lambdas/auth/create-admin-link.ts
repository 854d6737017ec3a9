import { ADMIN_LINK_FRAGMENT, ADMIN_LINK_MINUTES, createAdminLink } from '../../contract/admin-links.ts';
import { auditTable } from '../audit/audit-table.ts';
import { optional } from '../shared/env.ts';
import { idempotentRoute } from '../shared/idempotent-route.ts';
import { adminLinksTable } from './admin-links-table.ts';

const links = adminLinksTable();
const audit = auditTable();
const panelUrl = optional('PANEL_URL');

/** POST /admin-links: a link into the panel for a person whom the back end knows (docs/spec/access.md#admin-links). */
export const handler = idempotentRoute(
  createAdminLink,
  async ({ caller, body: { user: userId, role, sessionSeconds }, seed }) => {
    const { networkId } = caller;
    const by = { kind: 'server', name: caller.userId } as const;
    const link = { networkId, userId, role, sessionSeconds };
    const made = await links.create(link, ADMIN_LINK_MINUTES * 60, by, audit, seed);
    return { ...made, ...(panelUrl !== undefined && { link: `${panelUrl}${ADMIN_LINK_FRAGMENT}${made.code}` }) };
  },
);
