/**
 * Whether the account and region are prepared for the CDK.
 *
 * `cdk bootstrap` writes its version into an SSM parameter
 * (https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html, the bootstrapping contract).
 */
import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import type { StageName } from '../../lib/config.ts';
import { type AwsClients, inTime } from './aws.ts';
import type { Target } from './credentials.ts';
import { type Finding, notChecked, problem } from './finding.ts';

/** The parameter of the CDK's default qualifier, which this app uses. */
export const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** The version that the stacks' manifest asks for (`requiresBootstrapStackVersion`). */
export const BOOTSTRAP_VERSION = 6;

/** Checks that the account is bootstrapped, and recently enough. Never rejects. */
export async function checkBootstrap(
  { ssm }: Pick<AwsClients, 'ssm'>,
  stage: StageName,
  { region, account }: Target,
): Promise<readonly Finding[]> {
  const where = `${region} of ${account === undefined ? 'this account' : `account ${account}`}`;
  const todo = `Run once for each account and region: npx cdk bootstrap -c env=${stage}`;
  try {
    const { Parameter } = await inTime(ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER })));
    const version = Number(Parameter?.Value);
    if (version >= BOOTSTRAP_VERSION) return [];
    return [
      problem(`${where} is bootstrapped with version ${Parameter?.Value}; ${BOOTSTRAP_VERSION} is needed.`, todo),
    ];
  } catch (error) {
    if (error instanceof ParameterNotFound) return [problem(`${where} is not bootstrapped for the CDK.`, todo)];
    return [notChecked('whether the account is bootstrapped', error)];
  }
}
