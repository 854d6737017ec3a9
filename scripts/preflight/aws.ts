/** The AWS clients of the look before a deployment, with the credentials and region that `cdk` will use. */
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import type { StageArguments } from '../stage-arguments.ts';

/** One client for each service that is asked. */
export type AwsClients = ReturnType<typeof awsClients>;

/** Asks STS first, then all others at once: silent services hold a deployment up for ten seconds at most. */
const DEADLINE_MS = 5_000;
const bounds = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_500, requestTimeout: 2_000, throwOnRequestTimeout: true },
} as const;

/** Creates the clients. Nothing is sent, and a missing region is no error yet. */
export function awsClients({ profile, region: typedRegion }: Pick<StageArguments, 'profile' | 'region'>) {
  // `cdk` reads AWS_DEFAULT_REGION as well, which the SDK does not.
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const region = typedRegion ?? AWS_REGION ?? AWS_DEFAULT_REGION;
  const options = { ...bounds, ...(region !== undefined && { region }), ...(profile !== undefined && { profile }) };
  return {
    apiGateway: new APIGatewayClient(options),
    cloudFormation: new CloudFormationClient(options),
    dynamodb: new DynamoDBClient(options),
    lambda: new LambdaClient(options),
    ssm: new SSMClient(options),
    sts: new STSClient(options),
  };
}

/** Resolves as `promise` does, or rejects when the deadline is over. */
export async function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no response within ${DEADLINE_MS / 1_000} s`)), DEADLINE_MS);
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
