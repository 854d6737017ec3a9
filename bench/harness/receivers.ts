/** Receivers of webhooks in a process of their own: neither the load nor the service shares their event loop. */
import * as v from 'valibot';
import { startReceiver } from '../../test/support/receivers/http-receivers.ts';
import { childInput, serveParent, startChild } from './processes.ts';

/**
 * How a receiver responds: 200 after that many milliseconds, never, 404 at once, 503 to each third request, or 404 with
 * as much as is read of what custom headers may be made of.
 */
const Behaviour = v.union([v.number(), v.picklist(['never', 'refusing', 'stumbling', 'echoing'])]);
export type Behaviour = v.InferOutput<typeof Behaviour>;

/** `n` of an event's data, and when its request had arrived completely: milliseconds since 1970, with fractions. */
type Arrival = readonly [n: number, at: number];

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

const Listening = v.object({ urls: v.array(v.string()) });
const Collected = v.object({ arrivals: v.array(v.array(v.tuple([v.number(), v.number()]))) });
const Numbered = v.object({ data: v.object({ n: v.number() }) });

/** What the custom headers of a flood repeat, and a receiver that echoes. */
export const ECHOED = '-';
const echo = {
  headers: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`x-${n}`, ECHOED.repeat(1_000)])),
  body: ECHOED.repeat(16 * 1024),
};

/** Milliseconds since 1970 with fractions; the same clock in every process of the machine. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** Starts a receiver for each behaviour, all in one process. */
export async function startReceivers(behaviours: readonly Behaviour[]) {
  const child = await startChild(import.meta.filename, { input: behaviours });
  return {
    ...child,
    /** In the order of the behaviours. */
    urls: v.parse(Listening, child.ready).urls,
    /** What each receiver got since the last call, in the order of arrival. */
    collect: async (): Promise<readonly (readonly Arrival[])[]> => v.parse(Collected, await child.ask({})).arrivals,
  };
}

if (import.meta.main) {
  const behaviours = v.parse(v.array(Behaviour), childInput());
  const arrivals: Arrival[][] = behaviours.map(() => []);
  const receivers = await Promise.all(
    behaviours.map((behaviour, index) =>
      startReceiver((response, { body }) => {
        arrivals[index]?.push([v.parse(Numbered, JSON.parse(`${body}`)).data.n, clock()]);
        if (behaviour === 'never') return;
        const stumbles = behaviour === 'stumbling' && Math.random() < 1 / 3;
        const status = stumbles ? 503 : behaviour === 'refusing' ? 404 : 200;
        const respond = () => response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
        if (behaviour === 'echoing') response.writeHead(404, echo.headers).end(echo.body);
        else if (typeof behaviour === 'string') respond();
        else setTimeout(respond, behaviour);
      }),
    ),
  );
  serveParent({ urls: receivers.map(({ url }) => url) }, () => ({
    arrivals: arrivals.map((ofReceiver) => ofReceiver.splice(0)),
  }));
}
