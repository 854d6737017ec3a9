/** The entries of the audit trail in words. */
import type { AuditChange, AuditEntry, RequestTo } from '@social-platform-services/client';
import { featureTitles } from '../../contract/access.ts';
import { settingWords } from '../../contract/network-settings.ts';
import { numberText, visibleText } from '../shared/texts.ts';
import { dateTimeText } from '../shared/time-texts.ts';

type Named = readonly [field: string, name: string];

/** The fields that an admin sets. The compiler asks for a new one here. */
const configurationNames: Readonly<Record<keyof NonNullable<RequestTo<'createWebhook'>['body']>, string>> = {
  url: 'URL',
  eventBus: 'Event bus',
  pull: 'Read by its receiver',
  events: 'Events',
  description: 'Description',
  headers: 'Custom headers',
  filter: 'Filter',
  legacySignature: 'Legacy request',
  maxRequestsPerSecond: 'Most requests a second',
  maxConcurrentRequests: 'Most requests at once',
  enabled: 'Enabled',
};

const fieldNames: ReadonlyMap<string, string> = new Map([
  ...Object.entries(configurationNames),
  ['disabledReason', 'Reason'],
  ...Object.entries(featureTitles).map(([feature, title]): Named => [`features.${feature}`, title]),
  ...Object.entries(settingWords).map(([setting, { title }]): Named => [setting, title]),
  ['secrets', 'Secret'],
  ['since', 'From'],
  ['until', 'To'],
  ['askedAt', 'Asked for by'],
  ['signingKeys', 'Signing keys'],
  ['users', 'Users'],
  ['eventId', 'Event'],
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

/** What a new webhook has unless its creator says otherwise, as the audit trail writes it. */
const defaults: ReadonlyMap<string, string> = new Map([
  ['events', '*'],
  ['description', ''],
  ['legacySignature', 'false'],
  ['enabled', 'true'],
]);

/** The changes of an entry that say something: of a creation those that are not the default. */
export const changesToShow = ({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): readonly AuditChange[] =>
  action === 'webhookCreated'
    ? changes.filter(({ field, to }) => to !== defaults.get(field) || to === undefined)
    : changes;

/** One change: `Description: changed from “Search” to “Analytics”`, or `Disabled`. Secrets and headers stay hidden. */
export function changeText({ field, from, to }: AuditChange): string {
  if (field === 'enabled' && to !== undefined) return to === 'true' ? 'Enabled' : 'Disabled';
  if (field === 'disabledReason' && to !== undefined) return `Reason: ${reasons.get(to) ?? to}`;
  if ((field === 'legacySignature' || field === 'pull' || field.startsWith('features.')) && to !== undefined)
    return `${fieldNames.get(field) ?? visibleText(field)}: ${to === 'true' ? 'on' : 'off'}`;
  if ((field === 'since' || field === 'until' || field === 'askedAt') && to !== undefined)
    return `${fieldNames.get(field)}: ${dateTimeText(to)}`;
  const shown = numberFields.has(field) ? (value: string) => numberText(Number(value)) : quoted;
  return `${fieldNames.get(field) ?? visibleText(field)}: ${valuesText(from, to, shown)}`;
}

const numberFields: ReadonlySet<string> = new Set(['maxRequestsPerSecond', 'maxConcurrentRequests', 'statusCode']);

function valuesText(from: string | undefined, to: string | undefined, shown: (value: string) => string): string {
  if (from !== undefined && to !== undefined) return `changed from ${shown(from)} to ${shown(to)}`;
  if (to !== undefined) return shown(to);
  return from === undefined ? 'changed' : `was ${shown(from)}`;
}

const quoted = (value: string): string => (value === '' ? 'nothing' : `“${visibleText(value)}”`);
