/** What the compiler must refuse: `tsc` fails where one of these lines stops being an error. */
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { vetWebhookUrl } from '../../lambdas/shared/webhook-url.ts';

// @ts-expect-error The metadata service lives in link-local; no stage may allow it.
export const linkLocal: TargetPolicy = { allowHttp: false, allowedRanges: ['link-local'] };

// @ts-expect-error A policy says both; nothing is allowed by leaving it out.
export const half: TargetPolicy = { allowHttp: false };

// @ts-expect-error A URL can't be used before its refusal has been looked at.
export const { href } = vetWebhookUrl('https://hooks.example.com', { allowHttp: false, allowedRanges: [] }).url;

// @ts-expect-error There is no vetting without a policy.
vetWebhookUrl('https://hooks.example.com');
