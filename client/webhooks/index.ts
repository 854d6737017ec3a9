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
export {
  expressHandler,
  type FastifyInstance,
  type FunctionUrlEvent,
  type FunctionUrlResult,
  fastifyPlugin,
  lambdaHandler,
  type NodeRequest,
  type NodeResponse,
  type WebOptions,
  webHandler,
} from './handlers.ts';
export { type RawBody, type ReceiverOptions, type Responded, receive } from './receive.ts';
