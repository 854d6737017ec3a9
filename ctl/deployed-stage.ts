/** Finds a deployed stage by the outputs of its stacks, in the account and region of the AWS environment. */
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { typedCommand } from './about.ts';
import type { StackOutputs } from './connection.ts';
import { OperatorError } from './errors.ts';

/** How the names of a stage's stacks begin: with its prefix, which is `sps` unless its app sets another, and its name. */
interface DeployedName {
  readonly name: string;
  readonly prefix: string;
}

/** The region of a stage, and the outputs of these stacks. Throws OperatorError if it is not deployed. */
export async function findDeployedStage(
  { name: stage, prefix }: DeployedName,
  stacks: readonly string[],
): Promise<{ region: string; outputs: StackOutputs }> {
  const client = new CloudFormationClient({
    requestHandler: { connectionTimeout: 3000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  try {
    const region = await regionOf(client);
    const found = await Promise.all(
      stacks.map((stack) => findStack(client, `${prefix}-${stage}-${stack}`, stage, region)),
    );
    const outputs = found.flatMap(({ Outputs = [] }) =>
      Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    );
    return { region, outputs: Object.fromEntries(outputs) };
  } finally {
    client.destroy();
  }
}

async function regionOf(client: CloudFormationClient): Promise<string> {
  try {
    return await client.config.region();
  } catch (cause) {
    throw new OperatorError(
      'No AWS region is set.',
      'Set the region of the stage: AWS_REGION=eu-west-1 or AWS_PROFILE=…',
      {
        cause,
      },
    );
  }
}

async function findStack(
  client: CloudFormationClient,
  StackName: string,
  stage: string,
  region: string,
): Promise<Stack> {
  const missing = (options?: ErrorOptions) =>
    new OperatorError(
      `There is no stack ${StackName} in ${region} of this AWS account.`,
      `Deploy the stage (${typedCommand('deploy', '--env', stage)}), select another region or account (AWS_REGION, AWS_PROFILE), or name the prefix of its stacks (--prefix).`,
      options,
    );
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    const stack = Stacks?.[0];
    if (stack === undefined) throw missing();
    return stack;
  } catch (cause) {
    if (cause instanceof CloudFormationServiceException && cause.message.endsWith('does not exist')) {
      throw missing({ cause });
    }
    throw cause;
  }
}
