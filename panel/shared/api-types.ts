/** Short names for types of the API's responses. */
import type { AnswerTo } from '../../client/index.ts';

export type EventType = AnswerTo<'listEventTypes'>['results'][number];
export type Webhook = AnswerTo<'showWebhook'>;
