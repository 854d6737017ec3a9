/**
 * Looks at what commonly stops a deployment, all of it at once and within some ten seconds, with the deployer's credentials.
 *
 * Only what is known to fail is a problem. What could not be checked, for want of a permission for example, is a note.
 *
 * Not here: a new account may not be allowed to create CloudFront distributions yet. Only the creation fails then ("Your
 * account must be verified before you can add new CloudFront resources"), and reads succeed, so nothing tells it before.
 */
import type { StageConfig } from '../../lib/config.ts';
import type { AwsClients } from './aws.ts';
import { checkBootstrap } from './bootstrap.ts';
import { checkTarget, type Target } from './credentials.ts';
import { type Finding, notChecked } from './finding.ts';
import { checkLambdaConcurrency } from './lambda-concurrency.ts';
import { stateFindings } from './stack-states.ts';
import { type DeployedStack, readStack, stackNames } from './stacks.ts';

/** What was found, and the stacks that exist. Without a target nothing else was looked at. */
export interface AccountCheck {
  readonly target: Target | undefined;
  readonly findings: readonly Finding[];
  readonly stacks: readonly DeployedStack[];
}

/** Runs all checks of a stage. Never rejects. */
export async function checkAccount(clients: AwsClients, config: StageConfig): Promise<AccountCheck> {
  const { target, findings } = await checkTarget(clients);
  if (target === undefined) return { target, findings, stacks: [] };
  const [bootstrap, concurrency, { stacks, unread }] = await Promise.all([
    checkBootstrap(clients, config.name, target),
    checkLambdaConcurrency(clients, config),
    readStacks(clients, config),
  ]);
  const states = stacks.flatMap(stateFindings);
  return { target, findings: [...findings, ...bootstrap, ...concurrency, ...states, ...unread], stacks };
}

async function readStacks({ cloudFormation }: AwsClients, { name }: StageConfig) {
  const names = stackNames(name);
  const read = await Promise.allSettled(names.map((stack) => readStack(cloudFormation, stack)));
  return {
    stacks: read.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : [])),
    unread: read.flatMap((result, index) =>
      result.status === 'rejected' ? [notChecked(`the stack ${names[index]}`, result.reason)] : [],
    ),
  };
}
