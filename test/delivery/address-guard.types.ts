/** What the compiler must refuse: `tsc` fails if one of these lines is no error any more. */
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { vetWebhookUrl } from '../../lambdas/shared/webhook-url.ts';

// @ts-expect-error The metadata service has a link-local address; no stage may allow those.
export const linkLocal: TargetPolicy = { allowHttp: false, allowedRanges: ['link-local'] };

// @ts-expect-error A policy has both fields; nothing is allowed by leaving one out.
export const half: TargetPolicy = { allowHttp: false };

// @ts-expect-error A URL can't be used before its refusal was checked.
export const { href } = vetWebhookUrl('https://hooks.example.com', { allowHttp: false, allowedRanges: [] }).url;

// @ts-expect-error A policy is required.
vetWebhookUrl('https://hooks.example.com');
