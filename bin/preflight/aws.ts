/**
 * The AWS clients of the look before a deployment, with the credentials and region that `cdk` will use; and whose
 * credentials these are, and for which region.
 */
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { StageArguments } from '../stage/stage-arguments.ts';
import { type Finding, notChecked, problem } from './finding.ts';

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

/** Where a deployment goes. The account is unknown if nothing refused the credentials, but STS could not be asked. */
export interface Target {
  readonly region: string;
  readonly account: string | undefined;
}

/** As in https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html; and of the SDK where there are none. */
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'RequestExpired']);
const REFUSED = new Set(['InvalidClientTokenId', 'UnrecognizedClientException', 'SignatureDoesNotMatch']);
const MISSING = new Set(['CredentialsProviderError', 'TokenProviderError']);

/**
 * Checks that there are a region and credentials, and that STS accepts them, which needs no permission
 * (https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html). Never rejects. Without a target the
 * other checks make no sense.
 */
export async function checkTarget({ sts }: AwsClients): Promise<{ target: Target | undefined; findings: Finding[] }> {
  const [region, credentials] = await Promise.allSettled([
    inTime(sts.config.region()),
    inTime(sts.config.credentials()),
  ]);
  const findings: Finding[] = [];
  if (region.status === 'rejected') findings.push(NO_REGION);
  if (credentials.status === 'rejected') findings.push(ofCredentials(credentials.reason));
  if (region.status === 'rejected' || credentials.status === 'rejected') return { target: undefined, findings };
  try {
    const { Account } = await inTime(sts.send(new GetCallerIdentityCommand()));
    return { target: { region: region.value, account: Account }, findings };
  } catch (error) {
    const finding = ofCredentials(error);
    const target = finding.kind === 'note' ? { region: region.value, account: undefined } : undefined;
    return { target, findings: [finding] };
  }
}

const NO_REGION = problem(
  'No AWS region is set.',
  'Set the one to deploy to: AWS_REGION=eu-west-1, or a profile that has a region (AWS_PROFILE=…).',
);

function ofCredentials(error: unknown): Finding {
  const name = error instanceof Error ? error.name : '';
  if (MISSING.has(name)) {
    return problem(
      'There are no AWS credentials that can be used.',
      'Sign in (aws sso login, aws login), or select a profile (AWS_PROFILE=…, or --profile).',
    );
  }
  if (EXPIRED.has(name))
    return problem('The AWS credentials have expired.', 'Sign in again: aws sso login, aws login.');
  if (REFUSED.has(name)) {
    return problem(
      `AWS does not accept the credentials (${name}).`,
      'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or the profile.',
    );
  }
  return notChecked('whose credentials these are', error);
}
