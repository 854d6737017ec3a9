/** A process that signs and posts: the signer, or its reference. It delivers when asked, and says how long it took. */
import { join } from 'node:path';
import * as v from 'valibot';
import { loopbackTargets } from '../functions/stub-data.ts';
import { childInput, serveParent, startChild } from '../processes.ts';

const Options = v.object({
  /** The URL of every delivery. */
  url: v.string(),
  /** Concurrent requests: a multiple of ten, the messages of a batch. */
  connections: v.number(),
});
type Options = v.InferOutput<typeof Options>;

const Order = v.object({ deliveries: v.number() });

/** The duration and the processor time of a run. */
const Run = v.object({ milliseconds: v.number(), cpuMilliseconds: v.number() });
export type Run = v.InferOutput<typeof Run>;

export type Sender = Awaited<ReturnType<typeof startSender>>;

/** Starts one, by the file of its process. */
export async function startSender(file: 'signer-process.ts' | 'bare-loop.ts', input: Options) {
  const environment = {
    DELIVERY_SETTINGS: '{}',
    TARGET_POLICY: JSON.stringify(loopbackTargets),
    DELIVERIES_TABLE: 'deliveries',
  };
  const child = await startChild(join(import.meta.dirname, file), { input, environment });
  return {
    ...child,
    /** Sends that many deliveries. Rejects if they don't arrive. */
    send: async (deliveries: number): Promise<Run> => v.parse(Run, await child.ask({ deliveries })),
  };
}

/** Serves, in the process, the function from `start`: it sends that many, and throws if they don't arrive. */
export function serveSender(start: (options: Options) => (deliveries: number) => Promise<void>): void {
  const send = start(v.parse(Options, childInput()));
  serveParent({}, async (order): Promise<Run> => {
    const { deliveries } = v.parse(Order, order);
    const [began, cpuBegan] = [performance.now(), process.cpuUsage()];
    await send(deliveries);
    const { user, system } = process.cpuUsage(cpuBegan);
    return { milliseconds: performance.now() - began, cpuMilliseconds: (user + system) / 1_000 };
  });
}

/** On a machine that stalls for 1.5 s, the pending requests time out; that few are tolerated. */
const LEAST_SHARE = 0.99;

/** Throws if too few deliveries arrived. */
export function assertArrived(arrived: number, sent: number): void {
  if (arrived < sent * LEAST_SHARE) throw new Error(`Only ${arrived} of ${sent} deliveries arrived.`);
}
