import type { TargetPolicy } from '../../contract/target-policy.ts';
import { badRequest } from '../shared/errors.ts';
import { vetWebhookUrl } from '../shared/webhook-url.ts';

/** Throws 400 for a URL that no webhook of this stage may have. The addresses of its host are checked with every request. */
export function refuseForbiddenUrl(url: string, policy: TargetPolicy): void {
  const { refusal } = vetWebhookUrl(url, policy);
  if (refusal !== undefined) throw badRequest(`url ${refusal}`);
}
