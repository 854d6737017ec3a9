/** A signer in a process of its own, which delivers to good and to hostile receivers in turn, and tells how much memory it has. */
import * as v from 'valibot';
import { startChild } from '../child.ts';

export const SignerOptions = v.object({
  /** A receiver that answers at once. */
  good: v.string(),
  /** One of each hostile kind that an attempt is soon done with. */
  quick: v.array(v.string()),
  /** One of each hostile kind that takes the attempt's whole time. */
  slow: v.array(v.string()),
});
export type SignerOptions = v.InferOutput<typeof SignerOptions>;

/** One batch of so many goes to hostile receivers: ten of one kind, which no other batch goes to. */
export const HOSTILE_EVERY = 11;
/** One hostile batch of so many goes to slow ones, so that the bench comes to an end. */
export const SLOW_EVERY = 30;

/** Batches from one number to another, without the latter. */
export const Stretch = v.object({ from: v.number(), to: v.number() });
export type Stretch = v.InferOutput<typeof Stretch>;

/** Deliveries of a stretch, by what became of them. */
export const Deliveries = v.object({ delivered: v.number(), failed: v.number() });
export type Deliveries = v.InferOutput<typeof Deliveries>;

/** Bytes, with nothing under way, after garbage collection. */
export const Memory = v.object({ resident: v.number(), heap: v.number() });
export type Memory = v.InferOutput<typeof Memory>;

export interface EnduringSigner {
  /** Hands it the batches of a stretch. */
  deliver(stretch: Stretch): Promise<Deliveries>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

export async function startEnduringSigner(options: SignerOptions): Promise<EnduringSigner> {
  const child = startChild('signer/enduring-signer-process.ts', {
    args: [JSON.stringify(options)],
    environment: {
      DELIVERY_SETTINGS: JSON.stringify({ allowHttp: true, allowedRanges: ['loopback'] }),
      DELIVERIES_TABLE: 'deliveries',
    },
    options: ['--expose-gc'],
  });
  await child.next();
  return {
    deliver: async (stretch) => v.parse(Deliveries, await child.ask(stretch)),
    memory: async () => v.parse(Memory, await child.ask('memory')),
    stop: child.stop,
  };
}
