/** Runs the CDK app in a separate process, as the `cdk` command does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { HostedApp } from '../hosted-app.ts';
import { StartProblem } from './problem.ts';

/** Writes the app's assembly into the folder `output`. Throws a `StartProblem` with what the app wrote to stderr. */
export async function synthesize(
  { folder, script, context = {} }: Pick<HostedApp, 'folder' | 'script' | 'context'>,
  output: string,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: folder,
    env: {
      ...process.env,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:enable-path-metadata': true, ...context }),
      // CloudFormation's rules are for what gets deployed. Here they would cost seconds.
      CDK_VALIDATION: 'false',
      JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return;
  throw new StartProblem(`The CDK app (${script}) can't be synthesized:\n${stderr.trim()}`);
}
