/**
 * Looks at what commonly stops a deployment, all at once within some ten seconds, with the deployer's credentials.
 *
 * Only what is known to fail is a problem. What could not be checked, for want of a permission for example, is a note.
 *
 * Not here: a new account may not be allowed to create CloudFront distributions yet. Only the creation fails then
 * ("Your account must be verified before you can add new CloudFront resources"), and reads succeed before.
 */

import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import type { StageConfig } from '../../lib/config.ts';
import { stackNames } from '../../lib/stage-names.ts';
import type { StageApp } from '../stage/stage-app.ts';
import { checkApiThrottle, checkConcurrency } from './account-limits.ts';
import { type AwsClients, checkTarget, inTime, type Target } from './aws.ts';
import { checkElasticAddresses } from './elastic-addresses.ts';
import { type Finding, notChecked, problem, risk } from './finding.ts';
import { readStack, stateFindings } from './stacks.ts';

/**
 * Runs all checks of a stage. Never rejects. Returns what was found, the stacks that exist, and the names of stacks that
 * could not be read; without a target nothing else was looked at.
 */
export async function checkAccount(clients: AwsClients, config: StageConfig, app: StageApp) {
  const { target, findings } = await checkTarget(clients);
  if (target === undefined) return { target, findings, stacks: [], unread: [] };
  const [bootstrap, concurrency, throttle, addresses, { stacks, unread }] = await Promise.all([
    checkBootstrap(clients, app.cdkArguments(config.name), target),
    checkConcurrency(clients, config, app),
    checkApiThrottle(clients, config),
    checkElasticAddresses(clients, config),
    readStacks(clients, config),
  ]);
  const states = stacks.flatMap(stateFindings);
  return {
    target,
    findings: [
      ...findings,
      ...alarmFindings(config),
      ...bootstrap,
      ...concurrency,
      ...throttle,
      ...addresses,
      ...states,
      ...unread.map(({ name, reason }) => notChecked(`the stack ${name}`, reason)),
    ],
    stacks,
    unread: unread.map(({ name }) => name),
  };
}

async function readStacks({ cloudFormation }: AwsClients, config: StageConfig) {
  const names = stackNames(config);
  const read = await Promise.allSettled(names.map((stack) => readStack(cloudFormation, stack)));
  return {
    stacks: read.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : [])),
    unread: names.flatMap((name, index) => {
      const result = read[index];
      return result?.status === 'rejected' ? [{ name, reason: result.reason }] : [];
    }),
  };
}

/**
 * The parameter of the CDK's default qualifier, which this app uses. `cdk bootstrap` writes its version there
 * (https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html, the bootstrapping contract).
 */
export const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** The version that the stacks' manifest asks for (`requiresBootstrapStackVersion`). */
export const BOOTSTRAP_VERSION = 6;

async function checkBootstrap(
  { ssm }: AwsClients,
  cdkArguments: readonly string[],
  { region, account }: Target,
): Promise<readonly Finding[]> {
  const [option, value] = cdkArguments;
  const context = option === '--context' ? `-c ${value}` : '';
  const where = `${region} of ${account === undefined ? 'this account' : `account ${account}`}`;
  const todo = `Run once for each account and region: npx cdk bootstrap ${context}`.trimEnd();
  try {
    const { Parameter } = await inTime(ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER })));
    if (Number(Parameter?.Value) >= BOOTSTRAP_VERSION) return [];
    return [
      problem(`${where} is bootstrapped with version ${Parameter?.Value}; ${BOOTSTRAP_VERSION} is needed.`, todo),
    ];
  } catch (error) {
    if (error instanceof ParameterNotFound) return [problem(`${where} is not bootstrapped for the CDK.`, todo)];
    return [notChecked('whether the account is bootstrapped', error)];
  }
}

function alarmFindings({ name, alarms }: StageConfig): readonly Finding[] {
  if (!alarms.enabled || alarms.notify !== undefined) return [];
  return [
    risk(
      `Alarms of ${name} would reach nobody.`,
      "Set alarms.notify: alarms: { enabled: true, notify: { email: 'on-call@example.com' } }, or notify: { nobody: 'why' }.",
    ),
  ];
}
