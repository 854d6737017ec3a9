/** A CloudFront distribution with a domain name of the operator's, and without one. */
import { Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type Distribution, type DistributionProps, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** Settings of a distribution with a name. `certificateArn` is of us-east-1, whose certificates CloudFront uses. */
export const namedBy = (
  scope: Construct,
  { name, certificateArn }: { readonly name: string; readonly certificateArn: string },
): Partial<DistributionProps> => ({
  domainNames: [name],
  certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
});

/** Says why a distribution without a name of its own takes what old clients have. */
export const acknowledgeOldTls = (distribution: Distribution): void =>
  Validations.of(distribution).acknowledge({
    id: 'AwsSolutions-CFR4',
    reason: "Names under cloudfront.net have CloudFront's certificate, for which no minimum TLS version can be set.",
  });
