/** The default retry schedule in words (docs/spec/delivery.md#retry-schedule). A stage may have another one. */
import { webhookRules } from '../../client/webhook-rules.generated.ts';

const HOUR = 3_600;

/** `up to 8 times within about 28 hours`. */
export const RETRY_SCHEDULE = `up to ${webhookRules.attempts} times within about ${Math.round(webhookRules.retrySeconds / HOUR)} hours`;
