/** Short names for types of the API's responses. */
import type { AnswerTo } from '@social-platform-services/client';

export type EventType = AnswerTo<'listEventTypes'>['results'][number];
export type Webhook = AnswerTo<'showWebhook'>;
