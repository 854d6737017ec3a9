/** Runs the CDK app for the stage `local` in a separate process, as the `cdk` command does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartProblem } from './problem.ts';

const projectFolder = join(import.meta.dirname, '../..');

/** The folder of Node's compile cache. */
export const compileCache = join(projectFolder, 'build', 'compile-cache');

export interface SynthesisOptions {
  /** The folder of the assembly. */
  readonly output: string;
  /** JSON that overrides some of the stage's delivery settings: the CDK context `deliverySettings`. */
  readonly deliverySettings?: string;
  readonly signal: AbortSignal;
}

/** Writes the assembly of the stage `local`. Throws a `StartProblem` with what the app wrote to stderr. */
export async function synthesize({ output, deliverySettings, signal }: SynthesisOptions): Promise<void> {
  const context = { env: 'local', ...(deliverySettings && { deliverySettings }) };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join('bin', 'app.ts')], {
    cwd: projectFolder,
    env: {
      ...process.env,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      // CloudFormation's rules are for what gets deployed: `npm run synth` applies them. Here they would cost seconds.
      CDK_VALIDATION: 'false',
      JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return;
  throw new StartProblem(`The CDK app (bin/app.ts) can't be synthesized:\n${stderr.trim()}`);
}
