/** Finds a deployed stage by the outputs of its stacks, in the account and region of the AWS environment. */
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import {
  API_URL,
  type Connection,
  connectToDeployed,
  PANEL_URL,
  type StackOutputs,
  stackOutput,
} from './connection.ts';
import { OperatorError } from './errors.ts';
import { connectToDeployedFailures, type FailureConnection } from './redrive/connection.ts';

/** Connects to the tables of a stage. Throws OperatorError if it is not deployed. */
export async function openDeployedStage(stage: string): Promise<Connection> {
  const { region, outputs } = await readOutputs(`sps-${stage}-data`, stage);
  return connectToDeployed(region, outputs);
}

/** Returns the URL of a stage's panel. Throws OperatorError if it is not deployed. */
export async function findDeployedPanel(stage: string): Promise<string> {
  const { outputs } = await readOutputs(`sps-${stage}-panel`, stage);
  return stackOutput(outputs, PANEL_URL);
}

/** Returns the base URL of a stage's API. Throws OperatorError if it is not deployed. */
export async function findDeployedApi(stage: string): Promise<string> {
  const { outputs } = await readOutputs(`sps-${stage}-service`, stage);
  return stackOutput(outputs, API_URL);
}

/** Connects to the failed messages of a stage. Throws OperatorError if it is not deployed. */
export async function openDeployedFailures(stage: string): Promise<FailureConnection> {
  const [{ region, outputs: data }, { outputs: service }] = await Promise.all([
    readOutputs(`sps-${stage}-data`, stage),
    readOutputs(`sps-${stage}-service`, stage),
  ]);
  return connectToDeployedFailures(region, { ...data, ...service });
}

async function readOutputs(name: string, stage: string): Promise<{ region: string; outputs: StackOutputs }> {
  const client = new CloudFormationClient({
    requestHandler: { connectionTimeout: 3000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  try {
    const region = await regionOf(client);
    const { Outputs = [] } = await findStack(client, name, stage, region);
    const outputs = Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]);
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
      `Deploy the stage (npm run deploy -- --env ${stage}), or select another region or account (AWS_REGION, AWS_PROFILE).`,
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
