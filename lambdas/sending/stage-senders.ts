import { publicHttpsOnly, TargetPolicy } from '../../contract/target-policy.ts';
import { optional, requiredJson } from '../shared/env.ts';
import { defaultProvider } from '../shared/environment-credentials.ts';
import { busSender } from './event-bus.ts';
import { createRequestSender, type RequestSender } from './send-request.ts';
import { type SendSigned, signedSender } from './send-signed.ts';

/** The senders of a function, to the destinations that its stage allows. */
export function stageSenders(): { readonly sender: RequestSender; readonly sendSigned: SendSigned } {
  const policy = requiredJson('TARGET_POLICY', TargetPolicy);
  const sender = createRequestSender(policy);
  const endpoint = optional('AWS_ENDPOINT_URL_EVENTBRIDGE');
  // A local cloud's own port, which webhooks can't call.
  const toBuses = createRequestSender(endpoint === undefined ? publicHttpsOnly : { ...policy, refusedPorts: [] });
  const ports = { sender: toBuses, buses: policy.eventBuses, now: Date.now, endpoint, credentials: defaultProvider() };
  return { sender, sendSigned: signedSender(sender, Date.now, busSender(ports)) };
}
