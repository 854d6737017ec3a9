/** The public exports for receivers of webhooks. */
export {
  type RefusalReason,
  type ServiceCheck,
  type StandardCheck,
  type VerifiedDelivery,
  type VerifiedEvent,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRequest,
  WebhookVerificationError,
} from '../verify-webhook.ts';
export { type FunctionUrlEvent, type FunctionUrlResult, lambdaHandler } from './lambda.ts';
export { expressHandler, type FastifyInstance, fastifyPlugin, type NodeRequest, type NodeResponse } from './node.ts';
export { type RawBody, type ReceiverOptions, type Responded, receive } from './receive.ts';
export { type HonoContext, honoHandler, type WebOptions, webHandler } from './web.ts';
