/** A signer in a process of its own that delivers to good and to hostile receivers in turn, and reports its memory. */
import * as v from 'valibot';
import { startChild } from '../child.ts';
import { signerEnvironment } from '../loopback.ts';

export const ReceiverUrls = v.object({
  /** A receiver that responds at once. */
  good: v.string(),
  /** One of each hostile kind with which an attempt ends soon. */
  quick: v.array(v.string()),
  /** One of each hostile kind that uses up the attempt's time limit. */
  slow: v.array(v.string()),
});
export type ReceiverUrls = v.InferOutput<typeof ReceiverUrls>;

/** Every eleventh batch goes to hostile receivers: ten of one kind, under names that no other batch uses. */
export const HOSTILE_EVERY = 11;
/** Every thirtieth hostile batch goes to slow ones: more would take too long. */
export const SLOW_EVERY = 30;

/** Batch numbers `from` (included) to `to` (not included). */
export const Stretch = v.object({ from: v.number(), to: v.number() });
export type Stretch = v.InferOutput<typeof Stretch>;

/** The number of a stretch's deliveries by outcome. */
export const Deliveries = v.object({ delivered: v.number(), failed: v.number() });
export type Deliveries = v.InferOutput<typeof Deliveries>;

/** Bytes, after garbage collection, while nothing runs. */
export const Memory = v.object({ resident: v.number(), heap: v.number() });
export type Memory = v.InferOutput<typeof Memory>;

export interface LongRunningSigner {
  /** Makes it deliver the batches of a stretch. */
  deliver(stretch: Stretch): Promise<Deliveries>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

export async function startLongRunningSigner(urls: ReceiverUrls): Promise<LongRunningSigner> {
  const { ask, stop } = await startChild('signer/long-running-signer-process.ts', {
    input: urls,
    environment: signerEnvironment,
    nodeOptions: ['--expose-gc'],
  });
  return {
    deliver: async (stretch) => v.parse(Deliveries, await ask(stretch)),
    memory: async () => v.parse(Memory, await ask('memory')),
    stop,
  };
}
