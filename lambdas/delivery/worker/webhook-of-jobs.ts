/** The webhook of messages, from the cache of this process or read anew. */
import type { DeliveryMessage } from '../queue/messages.ts';
import type { Job } from './jobs.ts';
import type { Signer } from './signer.ts';

/** A delivery that was held, and is looked at again, is older than this. */
const NEW_EVENT_MILLISECONDS = 60_000;

/**
 * The webhook from the cache. It is read again where it is missing or disabled, since it may have been created or enabled
 * since, and its deliveries must not fail because of a cached read; and for messages that follow from a change of it. For new
 * events a read after their acceptance will do: a flood of them to a disabled webhook costs few reads.
 */
export async function webhookOf({ directory, now }: Signer, jobs: readonly Job[]) {
  const [first] = jobs;
  if (first === undefined) return undefined;
  const { networkId, webhookId } = first.message;
  const isAboutChange = jobs.some(({ message }) => message.kind !== 'deliver');
  if (!isAboutChange) {
    const found = await directory.find(networkId, webhookId);
    if (found?.sending) return found;
    const accepted = jobs.map(({ message }) => newEventAt(message));
    if (now() - Math.min(...accepted) < NEW_EVENT_MILLISECONDS)
      return await directory.find(networkId, webhookId, Math.max(...accepted));
  }
  directory.forget(networkId);
  return await directory.find(networkId, webhookId);
}

/** When the event of a first attempt was accepted, in milliseconds; of any other message the beginning of time. */
const newEventAt = (message: DeliveryMessage): number =>
  message.kind === 'deliver' && message.attempt === 1 && message.generation === 0 ? Date.parse(message.acceptedAt) : 0;
