/** What has changed between two states of a webhook, as the audit trail says it. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '../../contract/audit.ts';
import type { WebhookConfiguration } from './webhook.ts';

const shown = ['url', 'events', 'description', 'legacySignature', 'enabled'] as const;

/**
 * The fields that differ; undefined stands for no webhook, before its creation or after its deletion. Of the custom headers
 * only that they have changed, since their values may be secret.
 */
export function differencesOf(
  before: WebhookConfiguration | undefined,
  after: WebhookConfiguration | undefined,
): AuditChange[] {
  const fields = shown.flatMap((field) => {
    const [from, to] = [textOf(before?.[field]), textOf(after?.[field])];
    if ((from ?? '') === (to ?? '')) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
  const hasOtherHeaders = !isDeepStrictEqual(before?.headers ?? {}, after?.headers ?? {});
  return hasOtherHeaders ? [...fields, { field: 'headers' }] : fields;
}

function textOf(value: string | boolean | readonly string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'object' ? value.join(', ') : `${value}`;
}
