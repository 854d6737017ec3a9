/** Faults of SQS alone: batches whose entries fail in part, and a queue that hides its messages. */
import * as v from 'valibot';
import type { Layer, ServiceResult } from '../proxy/layer.ts';
import { keyOf } from './call-faults.ts';
import type { Decisions } from './decisions.ts';

const Batch = v.looseObject({ Entries: v.array(v.looseObject({ Id: v.string() })) });
const BatchResult = v.looseObject({ Failed: v.optional(v.array(v.unknown()), []) });

export const sqsFaults =
  (decisions: Decisions): Layer =>
  async (call, forward) => {
    if (call.service !== 'sqs') return forward(call);
    if (call.operation === 'ReceiveMessage') {
      const hidden = decisions.next('empty receive', keyOf(call));
      return hidden === undefined ? forward(call) : { kind: 'response', status: 200, body: '{}' };
    }
    const batch = v.safeParse(Batch, call.input);
    const part = batch.success ? decisions.next('part of a batch', keyOf(call)) : undefined;
    if (!batch.success || part === undefined) return forward(call);
    const { Entries, ...others } = batch.output;
    const done = Math.floor(part.extent * Entries.length);
    const failed = Entries.slice(done).map(({ Id }) => ({
      Id,
      SenderFault: false,
      Code: 'InternalError',
      Message: 'We encountered an internal error. Please try again.',
    }));
    if (done === 0) return { kind: 'response', status: 200, body: JSON.stringify({ Successful: [], Failed: failed }) };
    const result = await forward({ ...call, input: { ...others, Entries: Entries.slice(0, done) } });
    return withFailed(result, failed);
  };

function withFailed(result: ServiceResult, failed: readonly object[]): ServiceResult {
  if (result.kind === 'lost' || result.status !== 200) return result;
  const body = v.parse(BatchResult, JSON.parse(result.body));
  return { ...result, body: JSON.stringify({ ...body, Failed: [...body.Failed, ...failed] }) };
}
