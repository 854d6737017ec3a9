import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { WebhookId } from '../../contract/webhooks.ts';

/** An id for a new webhook: `wh_` and a UUIDv7, so that ids sort in order of creation. */
export const newWebhookId = (): WebhookId => v.parse(WebhookId, `wh_${uuidv7().replaceAll('-', '')}`);
