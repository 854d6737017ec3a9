/** A receiver in a process of its own that responds at once, at the lowest possible cost. */
import * as v from 'valibot';
import { startChild } from '../child.ts';

export interface Received {
  readonly requests: number;
  readonly last: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
}

export interface CountingReceiver {
  readonly url: string;
  /** How many complete requests have arrived since the last call, and the latest of all. */
  collect(): Promise<Received>;
  stop(): Promise<void>;
}

const Listening = v.object({ url: v.string() });
const Collected = v.object({ requests: v.number(), last: v.string() });

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const { ready, ask, stop } = await startChild('receivers/counting-receiver-process.ts');
  return {
    url: v.parse(Listening, ready).url,
    async collect() {
      const { requests, last } = v.parse(Collected, await ask('collect'));
      return { requests, last: requestOf(last) };
    },
    stop,
  };
}

/** The headers and the body of a request's text. */
function requestOf(text: string): Received['last'] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [, ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { headers, body: Buffer.from(body, 'latin1') };
}
