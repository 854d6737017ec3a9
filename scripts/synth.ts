/**
 * `npm run synth`: runs `cdk synth` for every stage into `cdk.out/<stage>`, without credentials, a process per core.
 *
 * Prints one line for each stage, and the output of a stage that fails; the exit code is 1 then. Findings of cdk-nag
 * and of CloudFormation's own rules are failures.
 */
import { availableParallelism } from 'node:os';
import { buildDocs } from '@social-platform-services/docs/build';
import { runCdk } from '../bin/stage/run-cdk.ts';
import { mapConcurrently } from '../lambdas/shared/concurrency.ts';
import { type StageName, stageNames } from '../lib/config.ts';

// Once, and not in each of the processes, which would all build it.
await buildDocs();
await mapConcurrently(stageNames, availableParallelism(), synthesize);

async function synthesize(stage: StageName): Promise<void> {
  const started = performance.now();
  const folder = `cdk.out/${stage}`;
  const { code, output } = await runCdk(
    ['synth', '--quiet', '--context', `env=${stage}`, '--output', folder],
    'capture',
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`${stage}: synthesized into ${folder} in ${seconds} s`);
  } else {
    console.error(`${stage}: cdk synth failed with exit code ${code}\n${output}`);
    process.exitCode = 1;
  }
}
