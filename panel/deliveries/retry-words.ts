/** The retry schedule in words, as it is unless the service's stage says otherwise (decision 23). */
import { webhookRules } from '../../client/webhook-rules.generated.ts';

const HOUR = 3_600;

/** `up to 8 times within about 28 hours`. */
export const RETRY_WORDS = `up to ${webhookRules.attempts} times within about ${Math.round(webhookRules.retrySeconds / HOUR)} hours`;
