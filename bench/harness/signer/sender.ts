/** Something that signs and posts, in a process of its own: the signer, or what it is compared with. */
import * as v from 'valibot';
import { startChild } from '../child.ts';

export const SenderOptions = v.object({
  /** Where every delivery goes. */
  url: v.string(),
  /** Requests under way at one time: a multiple of ten, the messages of a batch. */
  connections: v.number(),
});
export type SenderOptions = v.InferOutput<typeof SenderOptions>;

export const Order = v.object({ deliveries: v.number() });
export type Order = v.InferOutput<typeof Order>;

/** What a run took, by the clock and of the processor. */
export const Run = v.object({ milliseconds: v.number(), cpuMilliseconds: v.number() });
export type Run = v.InferOutput<typeof Run>;

export interface Sender {
  /** Sends so many deliveries. Rejects where they don't arrive. */
  send(deliveries: number): Promise<Run>;
  stop(): Promise<void>;
}

/** Starts one, by the file of its process. The environment is that of a function that may call loopback. */
export async function startSender(
  file: 'signer-process.ts' | 'bare-loop-process.ts',
  options: SenderOptions,
): Promise<Sender> {
  const environment = { DELIVERY_SETTINGS: LOOPBACK_TOO, DELIVERIES_TABLE: 'deliveries' };
  const child = startChild(`signer/${file}`, { args: [JSON.stringify(options)], environment });
  await child.next();
  return { send: async (deliveries) => v.parse(Run, await child.ask({ deliveries })), stop: child.stop };
}

/** A machine that stands still for 1.5 s lets the requests under way time out; that few are excused. */
const LEAST_SHARE = 0.99;

/** Throws where too few deliveries arrived. */
export function assertArrived(arrived: number, sent: number): void {
  if (arrived < sent * LEAST_SHARE) throw new Error(`Of ${sent} deliveries ${arrived} arrived.`);
}

const LOOPBACK_TOO = JSON.stringify({ allowHttp: true, allowedRanges: ['loopback'] });
