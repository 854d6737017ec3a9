/** Event sources in bad weather: what comes twice, in another order, late, or not at all because it runs in a loop. */
import type { Message } from '@aws-sdk/client-sqs';
import type { Deliveries } from '../event-sources/deliveries.ts';
import type { Decisions } from './decisions.ts';
import { disturbedBatches } from './disturbed-batches.ts';
import { LONGEST_CHAIN, timesInvoked, traceOfInvocation } from './lineage.ts';
import { traceOf, withSystemTrace } from './message-trace.ts';

export function disturbedDeliveries(decisions: Decisions): Deliveries {
  return {
    batches: ({ logicalId, batchSize }, records) => disturbedBatches(decisions, logicalId, records, batchSize),
    hides: ({ logicalId }) => decisions.next('empty receive', logicalId) !== undefined,
    received({ logicalId, pool: { definition } }, received) {
      const loops = (message: Message): boolean =>
        !definition.mayLoop && timesInvoked(traceOf(message), definition.arn) >= LONGEST_CHAIN;
      const all = received.map(withSystemTrace);
      const messages = inAnyOrder(
        all.filter((message) => !loops(message)),
        logicalId,
        decisions,
      );
      const again = messages.filter(() => decisions.next('delivered twice', logicalId) !== undefined);
      const deliveries = [messages, again]
        .filter(({ length }) => length > 0)
        .map((delivered) => ({ messages: delivered, trace: longestTrace(delivered, definition.arn) }));
      return { deliveries, stopped: all.filter(loops) };
    },
  };
}

function inAnyOrder(messages: readonly Message[], key: string, decisions: Decisions): readonly Message[] {
  const injection = messages.length < 2 ? undefined : decisions.next('other order', key);
  if (injection === undefined) return messages;
  const start = 1 + Math.floor(injection.extent * (messages.length - 1));
  return [...messages.slice(start), ...messages.slice(0, start)];
}

/** A batch has one trace: that of the message whose chain is the longest, which is the one to be stopped first. */
function longestTrace(messages: readonly Message[], functionArn: string): string {
  const traces = messages.map(traceOf);
  const longest = traces.reduce((one, other) =>
    timesInvoked(other, functionArn) > timesInvoked(one, functionArn) ? other : one,
  );
  return traceOfInvocation(longest, functionArn);
}
