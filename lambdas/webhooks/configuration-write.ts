/** The attributes of a webhook that a change writes. All others stay, as signers may write them at the same time. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { AuditChange } from '../../contract/audit.ts';
import type { DisabledReason } from '../../contract/webhook-states.ts';
import type { Ceilings } from '../pacing/ceiling.ts';
import { ReceiverHealth } from '../receiver-health/stored-health.ts';
import { Webhook, type WebhookConfiguration } from './webhooks-table.ts';

/** Changes to a configuration: what is absent or undefined stays, and a ceiling that is null is removed. */
export type ConfigurationChanges = {
  readonly [Field in keyof WebhookConfiguration]?:
    | WebhookConfiguration[Field]
    | (Field extends keyof Ceilings ? null : never)
    | undefined;
};

/** Attributes to set, those that are undefined excepted, and to remove. */
export interface AttributeWrite {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** Whether its backlog is due in the sweeper's index: it fails, or is sent. */
  readonly isDue?: boolean;
}

const health = Object.keys(ReceiverHealth.entries);

/**
 * What a change of the configuration writes. Enabling a disabled webhook resets its health as well, whose
 * `failingSince` would disable it again at the first failure; so does another destination, since nothing is known of
 * its receiver. A webhook that is disabled again keeps its reason, which is the more serious one.
 */
export function configurationWrite(webhook: Webhook, changes: ConfigurationChanges): AttributeWrite {
  const { maxRequestsPerSecond, maxConcurrentRequests, ...others } = changes;
  const ceilings = Object.entries({ maxRequestsPerSecond, maxConcurrentRequests });
  const removed = ceilings.filter(([, value]) => value === null).map(([name]) => name);
  const kept = Object.fromEntries(ceilings.filter(([, value]) => value !== null));
  const { set, remove = [], ...rest } = destinationWrite(webhook, others);
  return { set: { ...set, ...kept }, remove: [...remove, ...removed], ...rest };
}

function destinationWrite(webhook: Webhook, changes: Omit<ConfigurationChanges, keyof Ceilings>): AttributeWrite {
  // A webhook has one destination: another kind takes the place of the present one.
  const { url = webhook.url, eventBus = webhook.eventBus } = changes;
  const replaced = url !== webhook.url ? ['eventBus'] : eventBus !== webhook.eventBus ? ['url'] : [];
  if (changes.enabled === false) {
    const { set, remove = [], ...rest } = disablingWrite(webhook.disabledReason ?? 'admin');
    return { set: { ...changes, ...set }, remove: [...remove, ...replaced], ...rest };
  }
  if (changes.enabled && !webhook.enabled) {
    return { set: changes, isDue: true, remove: ['disabledReason', ...health, ...replaced] };
  }
  return replaced.length === 0 ? { set: changes } : { set: changes, isDue: true, remove: [...health, ...replaced] };
}

/** Disables a webhook. Whoever sends its backlog stops. */
export const disablingWrite = (disabledReason: DisabledReason): AttributeWrite => ({
  set: { enabled: false, disabledReason },
  remove: ['flow'],
  isDue: true,
});

/** The webhook after a write, as far as others don't write it at the same time. */
export function afterWrite(webhook: Webhook, { set, remove = [] }: AttributeWrite): Webhook {
  const kept = Object.entries(webhook).filter(([name]) => !remove.includes(name));
  return v.parse(Webhook, Object.fromEntries([...kept, ...definedOf(set)]));
}

/** A write as an update expression. */
export function updateExpression({ set, remove = [] }: AttributeWrite) {
  const setting = definedOf(set);
  const removals = remove.length === 0 ? '' : ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}`;
  return {
    UpdateExpression: `SET ${setting.map(([name]) => `#${name} = :${name}`).join(', ')}${removals}`,
    ExpressionAttributeNames: Object.fromEntries(
      [...setting.map(([name]) => name), ...remove].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: Object.fromEntries(setting.map(([name, value]) => [`:${name}`, value])),
  };
}

const definedOf = (set: AttributeWrite['set']) => Object.entries(set).filter(([, value]) => value !== undefined);

/** The fields whose values the audit trail shows, in its order, as texts. The compiler asks for a new field here. */
const auditedTexts: Readonly<
  Record<Exclude<keyof WebhookConfiguration, 'headers'>, (configuration: WebhookConfiguration) => string | undefined>
> = {
  url: ({ url }) => url,
  eventBus: ({ eventBus }) => eventBus,
  pull: ({ pull }) => (pull === undefined ? undefined : `${pull}`),
  events: ({ events }) => events.join(', '),
  filter: ({ filter }) => filter,
  description: ({ description }) => description,
  legacySignature: ({ legacySignature }) => `${legacySignature}`,
  maxRequestsPerSecond: ({ maxRequestsPerSecond }) => textOf(maxRequestsPerSecond),
  maxConcurrentRequests: ({ maxConcurrentRequests }) => textOf(maxConcurrentRequests),
  enabled: ({ enabled }) => `${enabled}`,
};

/**
 * The fields that differ; undefined stands for no webhook, before its creation or after its deletion. Of the custom
 * headers only that they have changed, since their values may be secret.
 */
export function differencesOf(
  before: WebhookConfiguration | undefined,
  after: WebhookConfiguration | undefined,
): AuditChange[] {
  const fields = Object.entries(auditedTexts).flatMap(([field, textOf]): AuditChange[] => {
    const [from, to] = [before && textOf(before), after && textOf(after)];
    if ((from ?? '') === (to ?? '')) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
  const hasOtherHeaders = !isDeepStrictEqual(before?.headers ?? {}, after?.headers ?? {});
  return hasOtherHeaders ? [...fields, { field: 'headers' }] : fields;
}

const textOf = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}`);
