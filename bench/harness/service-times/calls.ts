/** Events of the functions whose processor time the capacity model needs, with few and with many items. */
import * as v from 'valibot';
import { eventSample } from '../../../contract/event-samples.ts';
import type { OperationId } from '../../../contract/routes.ts';
import type { Handler } from '../../../lib/functions/handlers.ts';
import { attributesOf } from '../../references/attribute-values.ts';
import { routeCalls, tokenEvent } from '../functions/calls.ts';
import * as data from '../functions/stub-data.ts';
import { batchOf, bodyOf, MESSAGES_PER_BATCH } from '../signer/delivery-batches.ts';

interface Sized {
  readonly event: object;
  readonly items: number;
}

/** A function with one event, or with a small and a large one that differ in their number of items. */
export interface TimedCalls {
  readonly name: string;
  readonly handler: Handler;
  /** What the items are; undefined for a function without any. */
  readonly of?: string;
  readonly small: Sized;
  readonly large?: Sized;
}

const ACTIVITY = 'v3.post.didAddReaction';
const WEBHOOKS = data.webhooksTo('').length;
const ids = data.webhooksTo('').map(({ webhookId }) => webhookId);

/** The authorizer, one route of each kind that users and platforms call, and the functions behind the stream. */
export function pipelineCalls(): readonly TimedCalls[] {
  const single = (name: string, handler: Handler, event: object): TimedCalls => ({
    name,
    handler,
    small: { event, items: 0 },
  });
  return [
    single('authorizer', 'auth/authorizer', tokenEvent()),
    single('block', 'block/block-user', callOf('blockUser')),
    single('page of blocks', 'block/list-blocked-users', callOf('listBlockedUsers')),
    single('hide check', 'block/check-hidden', callOf('checkHidden')),
    single('admin call', 'auth/show-network', callOf('showNetwork')),
    {
      name: 'ingest',
      handler: 'events/ingest-events',
      of: 'event',
      small: { event: ingestOf(1), items: 1 },
      large: { event: ingestOf(10), items: 10 },
    },
    {
      name: 'record activity',
      handler: 'activity/record-activity',
      of: 'record',
      small: { event: streamOf(1, ACTIVITY), items: 1 },
      large: { event: streamOf(100, ACTIVITY), items: 100 },
    },
    {
      name: 'fan-out',
      handler: 'delivery/worker/fan-out',
      of: 'message',
      small: { event: streamOf(1, 'channel.didCreate'), items: WEBHOOKS },
      large: { event: streamOf(100, 'channel.didCreate'), items: 100 * WEBHOOKS },
    },
    {
      name: 'signer',
      handler: 'delivery/worker/sign-and-send',
      of: 'delivery',
      small: { event: { Records: batchOf(0, data.networkId, ids).slice(0, 1) }, items: 1 },
      large: { event: { Records: batchOf(0, data.networkId, ids) }, items: MESSAGES_PER_BATCH },
    },
  ];
}

function callOf(operation: OperationId): object {
  const call = routeCalls().find(({ operationId }) => operationId === operation);
  if (call === undefined) throw new Error(`There is no sample call of ${operation}.`);
  return call.event;
}

const WithBody = v.looseObject({ body: v.string() });

/** A request with `count` events of 1 KB. */
function ingestOf(count: number): object {
  const events = Array.from({ length: count }, (_, n) => `{"id":"event-${n}",${bodyOf(n).slice(1)}`);
  return { ...v.parse(WithBody, callOf('ingestEvents')), isBase64Encoded: false, body: `{"events":[${events}]}` };
}

/** A batch of the events table's stream: `count` new events of 1 KB. */
function streamOf(count: number, event: string): object {
  const at = new Date().toISOString();
  const body = event === ACTIVITY ? JSON.stringify({ event, data: eventSample(event) }) : bodyOf(0);
  return {
    Records: Array.from({ length: count }, (_, n) => {
      const item = { networkId: data.networkId, eventId: `event-${n}`, event, occurredAt: at, acceptedAt: at };
      const NewImage = attributesOf({ ...item, body });
      return { eventName: 'INSERT', dynamodb: { SequenceNumber: `${n}`, NewImage } };
    }),
  };
}
