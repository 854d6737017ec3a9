/** The client's verifier, in a server of Node, against the table of all receivers. */
import { createServer } from 'node:http';
import { describe } from '@jest/globals';
import { expressHandler } from '@social-platform-services/client/webhooks';
import { membersOf } from '../support/members.ts';
import { listening } from '../support/receivers/listening.ts';
import { type RunningReceiver, receiverTests } from './receiver-tests.ts';

async function start(secret: string, key = ''): Promise<RunningReceiver> {
  const lines: string[] = [];
  const errors: string[] = [];
  const handler = expressHandler({
    secret,
    onEvent: ({ event, deliveryId }) => lines.push(`${event} ${deliveryId}`),
    onError: (error) => errors.push(String(error)),
    ...(key !== '' && { keyOf: ({ data }) => memberAt(data, key.split('.')) }),
  });
  const { url, stop } = await listening(createServer(handler), 'http');
  return { url, stop, received: () => lines, output: () => errors.join('\n') };
}

function memberAt(data: unknown, path: readonly string[]): string | undefined {
  const value = path.reduce((object: unknown, name) => membersOf(object)[name], data);
  return typeof value === 'string' ? value : undefined;
}

describe('The client', () => receiverTests({ start }));
