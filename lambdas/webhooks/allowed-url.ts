import * as v from 'valibot';
import { TargetPolicy } from '../../contract/target-policy.ts';
import { required } from '../shared/env.ts';
import { badRequest } from '../shared/errors.ts';
import { vetWebhookUrl } from '../shared/webhook-url.ts';

/** Where webhooks of this stage may point (docs/spec/webhooks.md#where-a-webhook-may-point). Throws where the function's environment is malformed. */
export const targetPolicy = (): TargetPolicy => v.parse(TargetPolicy, JSON.parse(required('DELIVERY_SETTINGS')));

/** Throws 400 for a URL that no webhook of this stage may have. The addresses of its host are checked with every request. */
export function refuseForbiddenUrl(url: string, policy: TargetPolicy): void {
  const { refusal } = vetWebhookUrl(url, policy);
  if (refusal !== undefined) throw badRequest(`url ${refusal}`);
}
