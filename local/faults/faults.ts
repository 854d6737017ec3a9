/**
 * What is broken in this local cloud at the moment: nothing, until somebody breaks it with `PUT /_local/faults`. Drills do
 * (scripts/drills/), and show that the alarms and the runbook lead to the cause.
 */
import * as v from 'valibot';
import { Gate } from '../event-sources/gate.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { type Outcome, unsuccessful } from '../functions/outcome.ts';
import { type GatewayResponse, jsonResponse, ownResponse } from '../gateway/response.ts';
import { type CallFault, type Fault, FaultList } from './fault.ts';

/** What must be known of the functions. */
interface BreakableFunctions {
  readonly pools: readonly { readonly definition: Pick<FunctionDefinition, 'title' | 'logicalId'> }[];
}

export class Faults {
  #faults: readonly Fault[] = [];
  readonly #onCallFaults: (faults: readonly CallFault[]) => Promise<void>;
  /** For event sources. */
  readonly gate = new Gate();

  /** `onCallFaults` gets the faults of calls whenever they change, and resolves once they are in force. */
  constructor(onCallFaults: (faults: readonly CallFault[]) => Promise<void>) {
    this.#onCallFaults = onCallFaults;
  }

  /** How an invocation of the function with this title ends instead of being made; undefined to make it. */
  invocation(title: string): Outcome | 'slow' | undefined {
    const fault = this.#faults.find((one) => one.kind === 'invocation' && isCalled(title, one.function));
    if (fault?.kind !== 'invocation') return undefined;
    if (fault.outcome === 'slow') return 'slow';
    return fault.outcome === 'throttled'
      ? unsuccessful('throttled', 'TooManyRequestsException', 'Rate Exceeded.')
      : unsuccessful('failed', 'Runtime.ExitError', 'RequestId: Error: Runtime exited with error: signal: killed');
  }

  /** The error with which mails are refused, if they are. */
  get mail(): string | undefined {
    return this.#faults.find((fault) => fault.kind === 'mail')?.error;
  }

  /** Whether the identity provider is unavailable. */
  get identity(): boolean {
    return this.#faults.some(({ kind }) => kind === 'identity');
  }

  list(): GatewayResponse {
    return jsonResponse(200, { faults: this.#faults });
  }

  /** Replaces all faults by those of a body. */
  async set({ pools }: BreakableFunctions, readBody: () => Promise<Buffer | 'too large'>): Promise<GatewayResponse> {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FaultList), `${await readBody()}`);
    if (!parsed.success) return ownResponse(400, v.summarize(parsed.issues));
    const { faults } = parsed.output;
    const callFaults: CallFault[] = [];
    const disabled: string[] = [];
    for (const fault of faults) {
      if (!('function' in fault)) continue;
      const pool = pools.find(({ definition }) => isCalled(definition.title, fault.function));
      if (pool === undefined) return ownResponse(404, `There is no function ${fault.function}.`);
      if (fault.kind === 'mapping') disabled.push(pool.definition.title);
      if (fault.kind === 'call') callFaults.push({ ...fault, logicalId: pool.definition.logicalId });
    }
    this.#faults = faults;
    await Promise.all([this.#onCallFaults(callFaults), this.gate.close(disabled)]);
    return this.list();
  }
}

/** Whether a function's title, such as `Delivery-FanOut`, is that of `name`. */
const isCalled = (title: string, name: string): boolean => title === name || title.endsWith(`-${name}`);
