/** The steps of a run: each is said, timed, and kept for the report; after Ctrl-C only what cleans up is done. */
import type { RunCommand } from './commands.ts';
import type { Measurement } from './measurements.ts';
import { type Finding, findingOf, notShown, type Proof, type ProofContext } from './proof.ts';

/** What a run works with. */
export interface RunTools {
  readonly command: RunCommand;
  readonly interrupted: AbortSignal;
  /** Prints a line for people. */
  readonly say: (text: string) => void;
}

const INTERRUPTED = notShown('the run was interrupted');

/** Steps, in their order. */
export class Steps {
  readonly done: (readonly [step: string, outcome: string])[] = [];
  private readonly tools: RunTools;

  constructor(tools: RunTools) {
    this.tools = tools;
  }

  /** Runs a step unless the run was interrupted, and ends waiting for it when it is. Rejects as it does. */
  async step<T>(name: string, run: () => Promise<T>): Promise<T> {
    this.tools.interrupted.throwIfAborted();
    return await this.cleaning(name, () => this.unlessInterrupted(run()));
  }

  private async unlessInterrupted<T>(running: Promise<T>): Promise<T> {
    const { interrupted } = this.tools;
    const ended = Promise.withResolvers<never>();
    const end = (): void => ended.reject(interrupted.reason);
    interrupted.addEventListener('abort', end, { once: true });
    return await Promise.race([running, ended.promise]).finally(() => interrupted.removeEventListener('abort', end));
  }

  /** Runs a step in any case, and rejects as it does. */
  async cleaning<T>(name: string, run: () => Promise<T>): Promise<T> {
    this.tools.say(`${name} …`);
    const started = performance.now();
    const seconds = (): string => `${Math.round((performance.now() - started) / 1_000)} s`;
    try {
      const result = await run();
      this.done.push([name, `done in ${seconds()}`]);
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.done.push([name, `failed after ${seconds()}: ${reason.split('\n')[0]}`]);
      this.tools.say(`${name}: failed, ${reason}`);
      throw error;
    }
  }

  /** Calls another command. Rejects unless it succeeds; where there is none, that is in the report. */
  async command(name: string, ...[command, words]: Parameters<RunCommand>): Promise<void> {
    const { command: run, interrupted } = this.tools;
    interrupted.throwIfAborted();
    // It ends by itself when the run is interrupted: what it has begun is undone after that.
    const code = await this.cleaning(name, async () => {
      const result = await run(command, words, interrupted);
      if (result !== undefined && result !== 0) throw new Error(`${command} ended with ${result}`);
      return result;
    });
    if (code === undefined) this.done.splice(-1, 1, [name, 'not run: only a clone of the repository has these tests']);
  }

  /** Runs each proof, and says what it has found. */
  async prove(
    proofs: readonly Proof[],
    context: ProofContext,
  ): Promise<{ readonly proof: Proof; readonly finding: Finding }[]> {
    const found: { readonly proof: Proof; readonly finding: Finding }[] = [];
    for (const proof of proofs) {
      const finding = this.tools.interrupted.aborted
        ? INTERRUPTED
        : await this.unlessInterrupted(findingOf(proof, context)).catch(() => INTERRUPTED);
      this.tools.say(`${finding.verdict.padEnd(9)}  ${proof.name}${finding.detail && ` (${finding.detail})`}`);
      found.push({ proof, finding });
    }
    return found;
  }

  /** Measures, unless something goes wrong, which is then in the table. */
  async measure(what: string, measure: () => Promise<readonly Measurement[]>): Promise<readonly Measurement[]> {
    try {
      return await this.step(`measuring ${what}`, measure);
    } catch (error) {
      return [{ what, milliseconds: [], missing: error instanceof Error ? error.message : String(error) }];
    }
  }
}
