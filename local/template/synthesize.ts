/** Runs the CDK app as the `cdk` command does: a process of its own, with the context of cdk.json and the stage `local`. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { messageOf, StartProblem } from './problem.ts';

/** Where the project lies, and where Node keeps compiled code between runs. */
export const projectFolder = join(import.meta.dirname, '../..');
export const compileCache = join(projectFolder, 'build', 'compile-cache');

const CdkSettings = v.object({ context: v.optional(v.record(v.string(), v.unknown()), {}) });

export interface SynthesisOptions {
  /** Where the assembly is written. */
  readonly output: string;
  /** JSON laid over the stage's delivery settings: the CDK context `deliverySettings`. */
  readonly deliverySettings?: string;
  readonly signal: AbortSignal;
}

/** Writes the assembly of the stage `local`. Throws a `StartProblem` with what the app wrote to stderr. */
export function synthesize({ output, deliverySettings, signal }: SynthesisOptions): Promise<void> {
  const context = {
    ...cdkContext(),
    env: 'local',
    'aws:cdk:enable-path-metadata': true,
    ...(deliverySettings === undefined ? {} : { deliverySettings }),
  };
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
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StartProblem(`bin/app.ts can't be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const said = Buffer.concat(stderr).toString().trim();
      reject(new StartProblem(`The CDK app (bin/app.ts) can't be synthesized:\n${said}`));
    });
  });
}

function cdkContext(): Record<string, unknown> {
  const file = join(projectFolder, 'cdk.json');
  if (!existsSync(file)) return {};
  try {
    return v.parse(CdkSettings, JSON.parse(readFileSync(file, 'utf8'))).context;
  } catch (error) {
    throw new StartProblem(`cdk.json can't be read: ${messageOf(error)}`);
  }
}
