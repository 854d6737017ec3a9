/** The AWS clients of the look before a deployment, with the credentials and region that `cdk` will use. */
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import type { StageArguments } from '../stage-arguments.ts';

/** One client for each service that is asked. */
export interface AwsClients {
  readonly apiGateway: APIGatewayClient;
  readonly cloudFormation: CloudFormationClient;
  readonly dynamodb: DynamoDBClient;
  readonly lambda: LambdaClient;
  readonly ssm: SSMClient;
  readonly sts: STSClient;
}

/** Asks STS first, then all others at once: silent services hold a deployment up for ten seconds at most. */
const DEADLINE_MS = 5_000;
const bounds = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_500, requestTimeout: 2_000, throwOnRequestTimeout: true },
} as const;

/** Creates the clients. Nothing is sent, and a missing region is no error yet. */
export function awsClients(typed: AwsChoice): AwsClients {
  const region = typed.region ?? regionOfCdk();
  const options = {
    ...bounds,
    ...(region !== undefined && { region }),
    ...(typed.profile !== undefined && { profile: typed.profile }),
  };
  return {
    apiGateway: new APIGatewayClient(options),
    cloudFormation: new CloudFormationClient(options),
    dynamodb: new DynamoDBClient(options),
    lambda: new LambdaClient(options),
    ssm: new SSMClient(options),
    sts: new STSClient(options),
  };
}

/** `cdk` reads AWS_DEFAULT_REGION as well, which the SDK does not. */
function regionOfCdk(): string | undefined {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  return AWS_REGION ?? AWS_DEFAULT_REGION;
}

/** What was typed to select credentials and a region. */
export type AwsChoice = Pick<StageArguments, 'profile' | 'region'>;

/** Resolves as `promise` does, or rejects when the deadline is over. */
export async function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no response within ${DEADLINE_MS / 1_000} s`)), DEADLINE_MS);
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
