/**
 * Whose credentials these are, and for which region.
 *
 * GetCallerIdentity needs no permission
 * (https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html); the codes are those of
 * https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html, and of the SDK where it finds no credentials.
 */
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { type AwsClients, inTime } from './aws.ts';
import { type Finding, notChecked, problem } from './finding.ts';

/** Where a deployment goes. The account is unknown if nothing refused the credentials, but STS could not be asked. */
export interface Target {
  readonly region: string;
  readonly account: string | undefined;
}

const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'RequestExpired']);
const REFUSED = new Set(['InvalidClientTokenId', 'UnrecognizedClientException', 'SignatureDoesNotMatch']);
const MISSING = new Set(['CredentialsProviderError', 'TokenProviderError']);

/**
 * Checks that there are a region and credentials, and that STS accepts them. Never rejects. Without a target the other
 * checks make no sense.
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
