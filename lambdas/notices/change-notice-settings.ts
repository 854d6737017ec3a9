import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { changeNoticeSettings } from '../../contract/notice-settings.ts';
import { auditTable } from '../audit/audit-table.ts';
import { adminOf } from '../shared/caller.ts';
import { optional } from '../shared/env.ts';
import { TemporaryError } from '../shared/errors.ts';
import { loggedError } from '../shared/logged-error.ts';
import { route } from '../shared/route.ts';
import { confirmationMail } from './mail.ts';
import { replaced, settingsResponse, shortenedAddress, withFailedConfirmations } from './notice-addresses.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';
import { mailSender } from './ses.ts';

const table = noticeAddressesTable();
const audit = auditTable();
const panelUrl = optional('PANEL_URL') ?? '';
const sender = optional('NOTICE_SENDER');
const send = sender === undefined ? undefined : mailSender(sender);

/**
 * PATCH /network/notices: sets who gets the notices of the network by e-mail, and asks new addresses for a confirmation
 * (docs/spec/notices.md#confirmation). The change and its entry of the audit trail are written together, and the mails
 * are counted, before they are sent.
 */
export const handler = route(changeNoticeSettings, async ({ caller, body: { addresses } }) => {
  const { networkId } = caller;
  const now = Date.now();
  const changed = await table.change(networkId, (before) => {
    const { after, toConfirm } = replaced(before, addresses, now, newToken);
    const change = { field: 'addresses', from: textOf(before.addresses), to: textOf(addresses) };
    const entry = { networkId, at: new Date(now).toISOString(), by: adminOf(caller), changes: [change] };
    const alsoPut = isDeepStrictEqual(before.addresses, addresses)
      ? undefined
      : audit.put({ ...entry, action: 'noticeAddressesChanged' });
    return { after, alsoPut, result: { after, toConfirm } };
  });
  if (changed === undefined) throw new TemporaryError('The addresses were not written.');
  const asked = changed.toConfirm.map(async ({ address, token }) => {
    try {
      await send?.(confirmationMail(networkId, token, panelUrl), [address]);
      return [];
    } catch (error) {
      console.error({ message: 'An address could not be asked.', networkId, error: loggedError(error) });
      return [address];
    }
  });
  const failed = (await Promise.all(asked)).flat();
  if (failed.length > 0) {
    await table.change(networkId, (before) => ({ after: withFailedConfirmations(before, failed), result: failed }));
    throw new TemporaryError(`${failed.length} addresses could not be asked.`);
  }
  return settingsResponse(changed.after, sender, now);
});

/** 256 bits. */
const newToken = (): string => randomBytes(32).toString('base64url');

/** For the audit trail, which outlasts the addresses: enough to recognize one. */
const textOf = (addresses: readonly string[]): string | undefined =>
  addresses.map(shortenedAddress).join(', ') || undefined;
