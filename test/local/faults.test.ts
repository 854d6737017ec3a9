import { describe, expect, test } from '@jest/globals';
import { Gate } from '../../local/event-sources/gate.ts';
import type { CallFault } from '../../local/faults/fault.ts';
import { Faults } from '../../local/faults/faults.ts';
import { failBrokenCalls } from '../../local/faults/layer.ts';
import type { ServiceCall } from '../../local/proxy/layer.ts';

const functions = { pools: [{ definition: { title: 'Delivery-Sweep', logicalId: 'SweepFunction' } }] };

/** Faults of a cloud with one function, which are set by the text of a request. */
function faultsOf() {
  const inForce: CallFault[] = [];
  const faults = new Faults(async (calls) => {
    inForce.splice(0, inForce.length, ...calls);
  });
  const set = async (body: object | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await faults.set(functions, async () => Buffer.from(text));
    return { status: response.status, body: JSON.parse(`${response.body}`) };
  };
  return { faults, inForce, set };
}

describe('what is broken by hand', () => {
  test('is nothing at first, then what was set last, then nothing again', async () => {
    const { faults, set } = faultsOf();
    expect([faults.mail, faults.identity, faults.invocation('Delivery-Sweep')]).toEqual([undefined, false, undefined]);
    const list = [
      { kind: 'mail', error: 'MessageRejected' },
      { kind: 'identity' },
      { kind: 'invocation', function: 'Sweep', outcome: 'throttled' },
    ];
    expect(await set({ faults: list })).toEqual({ status: 200, body: { faults: list } });
    expect([faults.mail, faults.identity]).toEqual(['MessageRejected', true]);
    expect(faults.invocation('Delivery-Sweep')).toMatchObject({ kind: 'throttled' });
    expect(faults.invocation('Delivery-FanOut')).toBeUndefined();
    await set({ faults: [] });
    expect([faults.mail, faults.identity, faults.invocation('Delivery-Sweep')]).toEqual([undefined, false, undefined]);
  });

  test.each([
    [400, 'text'],
    [400, { faults: [{ kind: 'flood' }] }],
    [404, { faults: [{ kind: 'invocation', function: 'Nothing', outcome: 'failed' }] }],
  ])('is refused with %d for %j, and stays as it was', async (status, body) => {
    const { faults, set } = faultsOf();
    await set({ faults: [{ kind: 'identity' }] });
    expect(await set(body)).toMatchObject({ status });
    expect(faults.identity).toBe(true);
  });

  test('fails the calls of its function to its service, all or some, and no others', async () => {
    const { inForce, set } = faultsOf();
    const layer = failBrokenCalls(() => inForce);
    const call = async (change: Partial<ServiceCall>) => {
      const made = { service: 'dynamodb', operation: 'Query', caller: 'SweepFunction', input: {}, trace: undefined };
      const done = { kind: 'response', status: 200, body: '{}' } as const;
      const result = await layer({ ...made, service: 'dynamodb', ...change }, async () => done);
      return result.kind === 'response' && result.status;
    };
    const error = 'AccessDeniedException';
    await set({ faults: [{ kind: 'call', function: 'Sweep', service: 'dynamodb', operations: ['Query'], error }] });
    const others = [{ caller: 'Other' }, { service: 'sqs' } as const, { operation: 'PutItem' }];
    expect(await Promise.all([{}, ...others].map(call))).toEqual([400, 200, 200, 200]);
    await set({ faults: [{ kind: 'call', function: 'Sweep', service: 'dynamodb', error }] });
    expect(await call({ operation: 'PutItem' })).toBe(400);
  });
});

describe('a gate before the queue of a function', () => {
  const open = new AbortController().signal;

  test('is closed once every reader has returned for more, and lets them pass when it is opened', async () => {
    const gate = new Gate();
    const reader = gate.reader('Signer');
    await reader.pass(open);
    const events: string[] = [];
    const closing = gate.close(['Signer']).then(() => events.push('closed'));
    const passing = reader.pass(open).then(() => events.push('passed'));
    await closing;
    expect(events).toEqual(['closed']);
    await gate.reader('Other').pass(open);
    await gate.close([]);
    await passing;
    expect(events).toEqual(['closed', 'passed']);
  });

  test('lets a reader go when the local cloud stops', async () => {
    const gate = new Gate();
    await gate.close(['Signer']);
    const stopping = new AbortController();
    const passing = gate.reader('Signer').pass(stopping.signal);
    stopping.abort();
    await passing;
  });
});
