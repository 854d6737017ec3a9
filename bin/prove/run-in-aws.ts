/** A run in an account: deploys, tries, measures, and deletes everything again. */

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { typedCommand } from '@social-platform-services/ctl/about';
import { apiUrlOf } from '@social-platform-services/ctl/connection';
import { findService } from '@social-platform-services/ctl/service';
import { DEFAULT_PREFIX } from '../../contract/stages.ts';
import type { StageConfig } from '../../lib/stage-config.ts';
import { stackNames } from '../../lib/stage-names.ts';
import { type AwsClients, awsClients, checkTarget } from '../preflight/aws.ts';
import { findingsText } from '../preflight/finding.ts';
import { readStack } from '../preflight/stacks.ts';
import { allProofs } from './all-proofs.ts';
import { announcement, laboratoryStack } from './announcement.ts';
import { createLaboratory, deleteLaboratory, type Laboratory } from './laboratory/laboratory.ts';
import { type Measurement, measureBlocks, measureColdStarts, measureDeliveries } from './measurements.ts';
import { openProofContext } from './proof-context.ts';
import type { Run } from './report.ts';
import { functionNameOf, roleOf, triedFunction } from './stage-functions.ts';
import { type RunTools, Steps } from './steps.ts';
import { costLines, readUsage } from './usage.ts';
import { versions } from './versions.ts';

/** What a run in an account asks before it begins. */
interface AwsTools extends RunTools {
  /** Shows a text, and asks whether to begin. */
  readonly confirm: (text: string) => Promise<boolean>;
}

/** Runs, and deletes all that it has created, whatever happens. Undefined if it has not begun. */
export async function proveInAws(config: StageConfig, tools: AwsTools): Promise<Run | undefined> {
  const { name: env } = config;
  const clients = awsClients({ profile: undefined, region: undefined });
  const { confirm, say } = tools;
  const { target, findings } = await checkTarget(clients);
  if (findings.length > 0) say(findingsText(findings));
  if (target === undefined) return undefined;
  const hindrance = await hindranceOf(config, clients);
  if (hindrance !== undefined) {
    say(`Nothing was done. ${hindrance}`);
    return undefined;
  }
  if (!(await confirm(announcement(config, target.region, target.account)))) return undefined;

  const startedAt = Date.now();
  const steps = new Steps(tools);
  let seen: Seen = { findings: [], measurements: [], cost: 'The run has not come so far.' };
  try {
    await steps.command('deployment', 'deploy', ['--env', env, '--require-approval', 'never']);
    seen = await seeAll(config, target.region, clients, steps, startedAt);
  } catch {
    // It is in the report, as the step that failed.
  } finally {
    const stack = laboratoryStack(config);
    const client = new CloudFormationClient({ region: target.region });
    await steps.cleaning('deleting the laboratory', () => deleteLaboratory(client, stack)).catch(keep);
    await steps.cleaning('deleting the stage', () => destroy(env, tools)).catch(keep);
  }
  const [place, endedAt] = [target.region, Date.now()];
  return { startedAt, endedAt, place, stage: env, versions: versions(), steps: steps.done, ...seen };
}

type Seen = Pick<Run, 'findings' | 'measurements' | 'cost'>;

/** The failure of a step that cleans up is in the report; the next one is still done. */
const keep = (): undefined => undefined;

/** Why the run must not begin: it deletes what it has deployed, and nothing else. */
async function hindranceOf(config: StageConfig, { cloudFormation }: AwsClients): Promise<string | undefined> {
  const { data, name } = config;
  if (data.kind === 'protected') return `The stage ${name} is protected, and this deletes what it deploys: try dev.`;
  for (const stack of [...stackNames(config), laboratoryStack(config)]) {
    if ((await readStack(cloudFormation, stack)) !== undefined) {
      return `The stack ${stack} exists, and this deletes what it deploys: select another region or account (AWS_REGION, AWS_PROFILE).`;
    }
  }
  return undefined;
}

/** Everything between the deployment and its end. */
async function seeAll(
  config: StageConfig,
  region: string,
  clients: AwsClients,
  steps: Steps,
  startedAt: number,
): Promise<Seen> {
  const { name: env, prefix = DEFAULT_PREFIX } = config;
  const service = await findService({ data: '', env, prefix }, 'data', 'service');
  const choice = ['--env', env, ...(prefix === DEFAULT_PREFIX ? [] : ['--prefix', prefix])];
  const [, serviceStack = ''] = stackNames(config);
  const laboratory = await steps.step('laboratory', () => laboratoryFor(config, region, serviceStack, clients));
  const receiver = laboratory.output('ReceiverUrl');
  await steps.command('smoke test', 'smoke', [...choice, '--receiver', receiver]).catch(keep);
  const context = await steps.step('a network', () => openProofContext(service, config, receiver, laboratory));
  const measurements: Measurement[] = [];
  const findings = await steps.prove(allProofs, context);
  measurements.push(...(await steps.measure('blocks', () => measureBlocks(context))));
  measurements.push(...(await steps.measure('deliveries', async () => [await measureDeliveries(context)])));
  const cold = () => measureColdStarts({ ...context, laboratory }, serviceStack);
  measurements.push(...(await steps.measure('cold starts', cold)));
  await steps.command('end-to-end tests', 'test:stage', choice).catch(keep);
  const cost = await costOf(config, region, clients, apiUrlOf(service), startedAt);
  return { findings, measurements, cost };
}

async function laboratoryFor(
  config: StageConfig,
  region: string,
  serviceStack: string,
  { cloudFormation, lambda }: AwsClients,
): Promise<Laboratory> {
  const role = await roleOf(lambda, await functionNameOf(cloudFormation, serviceStack, triedFunction));
  return await createLaboratory(region, laboratoryStack(config), role);
}

async function costOf(
  { memory, name }: StageConfig,
  region: string,
  { sts }: AwsClients,
  apiUrl: string,
  startedAt: number,
): Promise<Run['cost']> {
  try {
    const [apiId = ''] = new URL(apiUrl).hostname.split('.');
    const scope = { stage: name, apiId, functionGigabytes: memory.http / 1_024 };
    return costLines(await readUsage(region, await sts.config.credentials(), scope, startedAt));
  } catch (error) {
    return `Not known: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function destroy(env: string, { command }: RunTools): Promise<void> {
  const code = await command('destroy', ['--env', env, '--force']);
  if (code !== 0) throw new Error(`destroy ended with ${code}: run ${typedCommand('destroy', '--env', env)}`);
}
