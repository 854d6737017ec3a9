/** A process that signs and posts: the signer, or its reference. */
import * as v from 'valibot';
import { startChild } from '../child.ts';
import { signerEnvironment } from '../loopback.ts';

export const SenderOptions = v.object({
  /** The URL of every delivery. */
  url: v.string(),
  /** Concurrent requests: a multiple of ten, the messages of a batch. */
  connections: v.number(),
});
export type SenderOptions = v.InferOutput<typeof SenderOptions>;

export const Order = v.object({ deliveries: v.number() });

/** The duration and the processor time of a run. */
export const Run = v.object({ milliseconds: v.number(), cpuMilliseconds: v.number() });
export type Run = v.InferOutput<typeof Run>;

export interface Sender {
  /** Sends that many deliveries. Rejects if they don't arrive. */
  send(deliveries: number): Promise<Run>;
  stop(): Promise<void>;
}

/** Starts one, by the file of its process. */
export async function startSender(
  file: 'signer-process.ts' | 'bare-loop-process.ts',
  options: SenderOptions,
): Promise<Sender> {
  const { ask, stop } = await startChild(`signer/${file}`, { input: options, environment: signerEnvironment });
  return { send: async (deliveries) => v.parse(Run, await ask({ deliveries })), stop };
}

/** On a machine that stalls for 1.5 s, the pending requests time out; that few are tolerated. */
const LEAST_SHARE = 0.99;

/** Throws if too few deliveries arrived. */
export function assertArrived(arrived: number, sent: number): void {
  if (arrived < sent * LEAST_SHARE) throw new Error(`Only ${arrived} of ${sent} deliveries arrived.`);
}
