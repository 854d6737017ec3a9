/** The queues of both lanes, and the processes that handle their batches. */
import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import type { Lane } from '../../../contract/delivery-settings.ts';
import type { Signer } from '../../../lambdas/delivery/compose.ts';
import { MINUTE, type VirtualClock } from './virtual-clock.ts';

const BATCH = 10;
const VISIBILITY_TIMEOUT = MINUTE;
/** As in lib/capabilities/delivery.ts. */
const FUNCTION_TIMEOUT = 10_000;

interface Queued {
  readonly text: string;
  received: number;
}

/** One that runs while it handles a batch, and is frozen otherwise. */
interface Process {
  readonly signer: Signer;
  readonly setRunning: (isRunning: boolean) => void;
  /** Its requests that are in flight. */
  readonly inFlight: () => number;
}

interface LanesProps {
  readonly clock: Pick<VirtualClock, 'now' | 'sleep'>;
  /** Processes of each lane. */
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** Whether a process dies before it deletes its messages. */
  readonly dies: () => boolean;
  /** Whether a message comes twice. */
  readonly comesTwice: () => boolean;
  readonly processOf: (lane: Lane) => Process;
}

export function lanes({ clock, concurrency, dies, comesTwice, processOf }: LanesProps) {
  const queues: Record<Lane, Queued[]> = { fast: [], slow: [] };
  const idle: Record<Lane, Process[]> = { fast: [], slow: [] };
  /** Processes that have started; each has caches of its own. */
  const started: Record<Lane, number> = { fast: 0, slow: 0 };
  /** Messages that came ten times without success. */
  const dead: string[] = [];
  let [cutOff, longest] = [0, 0];
  return {
    enqueue: (lane: Lane, text: string) => enqueue(lane, text),
    dead,
    /** Requests that were in flight when their batch had ended: Lambda freezes a process that has answered. */
    cutOff: () => cutOff,
    /** Milliseconds of the batch that took longest: Lambda ends a function after its time-out. */
    longest: () => longest,
  };

  function enqueue(lane: Lane, text: string, received = 0): void {
    queues[lane].push({ text, received });
    if (received === 0 && comesTwice()) queues[lane].push({ text, received: 0 });
    work(lane);
  }

  function work(lane: Lane): void {
    while (queues[lane].length > 0) {
      const process = started[lane] < concurrency[lane] ? start(lane) : idle[lane].shift();
      if (process === undefined) return;
      void handle(lane, process, queues[lane].splice(0, BATCH));
    }
  }

  function start(lane: Lane): Process {
    started[lane] += 1;
    return processOf(lane);
  }

  /** Rejects when Lambda ends a function. */
  async function timeout(): Promise<never> {
    await clock.sleep(FUNCTION_TIMEOUT);
    throw new Error('The function has timed out.');
  }

  async function handle(lane: Lane, process: Process, batch: readonly Queued[]): Promise<void> {
    const records = batch.map(({ text, received }) => recordOf(text, received + 1));
    let failed = new Set(records.map(({ messageId }) => messageId));
    const { signer } = process;
    let next = process;
    const began = clock.now();
    process.setRunning(true);
    try {
      const ending = await Promise.race([signer.handleBatch(records), timeout()]);
      const { batchItemFailures } = ending;
      cutOff += process.inFlight();
      failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      if (dies()) throw new Error('The process dies before it deletes its messages.');
    } catch {
      failed = new Set(records.map(({ messageId }) => messageId));
      next = processOf(lane);
    }
    process.setRunning(false);
    longest = Math.max(longest, clock.now() - began);
    for (const [index, { text, received }] of batch.entries()) {
      if (!failed.has(records[index]?.messageId ?? '')) continue;
      if (received + 1 >= 10) dead.push(text);
      else void clock.sleep(VISIBILITY_TIMEOUT).then(() => enqueue(lane, text, received + 1));
    }
    idle[lane].push(next);
    work(lane);
  }
}

/** A message as a function gets it, for the time `received`. */
export const recordOf = (body: string, received: number): SQSRecord => ({
  messageId: randomUUID(),
  receiptHandle: '',
  body,
  attributes: {
    ApproximateReceiveCount: `${received}`,
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
});
