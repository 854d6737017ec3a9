/** What a function of the host needs to post events: the URL of the API, and a signing key of its network. */
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

/**
 * A signing key of a network. The API knows callers by tokens and not by IAM, so an operator stores the key in a secret
 * of the host, whose text is what `sps key reveal <network> --json` prints.
 */
export interface IngestKey {
  /** The network. */
  readonly networkId: string;
  /** A `Secret` or an `ISecret` of the CDK: no more of it is asked, so that apps with strict types can give either. */
  readonly secret: Pick<ISecret, 'secretArn' | 'grantRead'>;
}

/**
 * Lets the function read the secret, and gives it the variables `SOCIAL_PLATFORM_URL`, `SOCIAL_PLATFORM_NETWORK` and
 * `SOCIAL_PLATFORM_KEY_SECRET` (its ARN), with which `@social-platform-services/client/server` posts events.
 */
export function grantIngest(apiUrl: string, caller: LambdaFunction, { networkId, secret }: IngestKey): void {
  secret.grantRead(caller);
  caller.addEnvironment('SOCIAL_PLATFORM_URL', apiUrl);
  caller.addEnvironment('SOCIAL_PLATFORM_NETWORK', networkId);
  caller.addEnvironment('SOCIAL_PLATFORM_KEY_SECRET', secret.secretArn);
}
