/** A webhook whose receiver counts what arrives, in the memory of a few bytes for each event. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { listening } from '../../../testing/receivers/listening.ts';
import type { Client } from '../../../testing/service.ts';
import { create } from '../../webhooks/admin.ts';

/** Which of the network's events must arrive, and which have. */
export interface CountedWebhook {
  readonly webhookId: string;
  readonly asksFor: (event: string) => boolean;
  readonly expected: Set<string>;
  readonly counts: {
    readonly arrived: ReadonlySet<string>;
    /** Requests for events that had arrived before, which at-least-once delivery allows. */
    repeated: number;
    /** Requests for events of another network. */
    foreign: number;
  };
  readonly stop: () => Promise<void>;
}

/** A delivered event; `data.mark` is `<networkId>/<number>`. */
const Delivered = v.object({ data: v.object({ mark: v.string() }) });

/** Adds a webhook for the events of `pattern`. */
export async function addCountedWebhook(
  admin: Client,
  networkId: string,
  { pattern, asksFor }: { readonly pattern: string; readonly asksFor: CountedWebhook['asksFor'] },
): Promise<CountedWebhook> {
  const arrived = new Set<string>();
  const counts = { arrived, repeated: 0, foreign: 0 };
  const server = createServer(async (request, response) => {
    const { mark } = v.parse(Delivered, await json(request)).data;
    if (!mark.startsWith(`${networkId}/`)) counts.foreign += 1;
    else if (arrived.has(mark)) counts.repeated += 1;
    arrived.add(mark);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { url, stop } = await listening(server, 'http');
  const { webhookId } = await create(admin, { url, events: [pattern] });
  return { webhookId, asksFor, expected: new Set(), counts, stop };
}
