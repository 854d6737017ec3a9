/** Who reads the events of a webhook: its receiver, by a signature, or somebody with a token (docs/spec/pull.md). */

import { ON_BEHALF_OF } from '../../contract/access.ts';
import { pullEvents } from '../../contract/pull.ts';
import type { requestCaller } from '../auth/request-caller.ts';
import type { receiverIdentifier } from '../recovery/identify-receiver.ts';
import { authorizedCaller, spenderOf } from '../shared/caller.ts';
import { forbidden, unauthorized } from '../shared/errors.ts';
import type { ReceiverRequest, SignedCaller } from '../shared/route.ts';
import type { Webhook, WebhooksTable } from '../webhooks/webhooks-table.ts';

interface ReaderPorts {
  readonly webhooks: Pick<WebhooksTable, 'read'>;
  readonly identifyReceiver: ReturnType<typeof receiverIdentifier>;
  readonly identifyCaller: ReturnType<typeof requestCaller>;
}

type Request = ReceiverRequest<(typeof pullEvents)['parameters'], (typeof pullEvents)['query']>;

/** Whoever may read, with the webhook. */
export interface Reader extends SignedCaller {
  readonly webhook: Webhook;
}

/**
 * Returns a function that identifies the sender of a request: by its token, if it has one. A receiver signs
 * the query. It throws 401 and 403, and 404 for a webhook that the network of the token does not have.
 */
export function readerIdentifier({ webhooks, identifyReceiver, identifyCaller }: ReaderPorts) {
  return async ({ headers, parameters, query: { networkId }, signedText }: Request): Promise<Reader> => {
    if (headers['authorization'] === undefined) {
      if (networkId === undefined) throw unauthorized(NO_NETWORK);
      return await identifyReceiver({ headers, parameters, body: { networkId }, signedText });
    }
    const onBehalfOf = headers[ON_BEHALF_OF];
    const caller = authorizedCaller(await identifyCaller({ headers }), pullEvents, onBehalfOf);
    if (networkId !== undefined && networkId !== caller.networkId)
      throw forbidden(`the access token is not of the network ${networkId}`);
    const spender = spenderOf(caller, onBehalfOf);
    const webhook = await webhooks.read({ networkId: caller.networkId, ...parameters });
    return { ...caller, webhook, ...(spender !== undefined && { spender }) };
  };
}

const NO_NETWORK =
  'an access token is required, or the signature of the receiver together with the networkId in the query string';
