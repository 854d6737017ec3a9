/** The entries of the audit trail in words. */
import type { AuditAction, AuditChange } from '../../client/index.ts';
import { visibleText } from '../shared/texts.ts';
import { dateTimeText } from '../shared/time-texts.ts';

/** What was done: `Changed the webhook`. */
export const actionTexts: Readonly<Record<AuditAction, string>> = {
  webhookCreated: 'Created the webhook',
  webhookUpdated: 'Changed the webhook',
  webhookDisabled: 'Disabled the webhook',
  webhookDeleted: 'Deleted the webhook',
  secretRotated: 'Rotated the secret',
  secretRevealed: 'Revealed the secret',
  testEventSent: 'Sent a test event',
  receiverCheckedUp: 'Checked the receiver',
  deliveryReplayed: 'Replayed a delivery',
  deliveriesRecovered: 'Recovered deliveries',
  retriedNow: 'Retried now',
  noticeAddressesChanged: 'Changed who gets notices by e-mail',
  testNoticeSent: 'Sent a test mail',
  networkCreated: 'Created the network',
  networkChanged: 'Changed the network',
  networkDeleted: 'Deleted the network',
  networkKeyAdded: 'Added a signing key',
  networkKeyRemoved: 'Removed a signing key',
  networkKeyRevealed: 'Revealed a signing key',
  adminLinkCreated: 'Made a link into the panel',
  usersErased: 'Erased users',
};

const fieldNames: ReadonlyMap<string, string> = new Map([
  ['url', 'URL'],
  ['eventBus', 'Event bus'],
  ['events', 'Events'],
  ['description', 'Description'],
  ['headers', 'Custom headers'],
  ['filter', 'Filter'],
  ['legacySignature', 'Legacy request'],
  ['enabled', 'Enabled'],
  ['disabledReason', 'Reason'],
  ['features.webhooks', 'Webhooks'],
  ['features.blockUser', 'Block user'],
  ['features.userActivity', 'User activity'],
  ['hideMode', 'Hide mode'],
  ['activityRetentionDays', 'Days until activity records expire'],
  ['secrets', 'Secret'],
  ['since', 'From'],
  ['until', 'To'],
  ['signingKeys', 'Signing keys'],
  ['users', 'Users'],
  ['state', 'State'],
  ['event', 'Event'],
  ['class', 'Result'],
  ['statusCode', 'Status'],
  ['keyId', 'Key'],
  ['user', 'For'],
  ['addresses', 'Addresses'],
  ['branding.name', 'Name'],
  ['branding.logo', 'Logo'],
  ['branding.accent', 'Accent colour'],
  ['role', 'Role'],
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ['gone', 'the receiver responded with 410'],
  ['failing', 'every attempt had failed for days'],
]);

/** One change: `Description: changed from “Search” to “Analytics”`, or `Disabled`. Secrets and headers stay hidden. */
export function changeText({ field, from, to }: AuditChange): string {
  if (field === 'enabled' && to !== undefined) return to === 'true' ? 'Enabled' : 'Disabled';
  if (field === 'disabledReason' && to !== undefined) return `Reason: ${reasons.get(to) ?? to}`;
  if ((field === 'legacySignature' || field.startsWith('features.')) && to !== undefined)
    return `${fieldNames.get(field) ?? visibleText(field)}: ${to === 'true' ? 'on' : 'off'}`;
  if ((field === 'since' || field === 'until') && to !== undefined)
    return `${fieldNames.get(field)}: ${dateTimeText(to)}`;
  return `${fieldNames.get(field) ?? visibleText(field)}: ${valuesText(from, to)}`;
}

function valuesText(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `changed from ${quoted(from)} to ${quoted(to)}`;
  if (to !== undefined) return quoted(to);
  return from === undefined ? 'changed' : `was ${quoted(from)}`;
}

const quoted = (value: string): string => (value === '' ? 'nothing' : `“${visibleText(value)}”`);
