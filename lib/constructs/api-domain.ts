/**
 * The API's own domain name, for a stage without a firewall; with one, the name is CloudFront's
 * (lib/constructs/api-firewall.ts). Its base URL stays when the API is created anew, or moves behind a firewall.
 *
 * Two resources: the name, and what is behind it
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-custom-domain-names.html). Without a key for the
 * mapping, paths are as they are.
 */
import { CfnApiMapping, type CfnStage, DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { ApiDomain } from '../config.ts';

export class RegionalDomain extends Construct {
  /** API Gateway's name of the host, to which the DNS record of the domain points. */
  readonly hostName: string;

  /** Throws if the certificate is known to be in another region. */
  constructor(scope: Construct, id: string, { name, certificateArn }: ApiDomain, stage: CfnStage) {
    super(scope, id);
    assertSameRegion(certificateArn);
    const domain = new DomainName(this, 'Name', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new CfnApiMapping(this, 'Mapping', {
      apiId: stage.apiId,
      domainName: domain.name,
      stage: stage.ref,
    });
    this.hostName = domain.regionalDomainName;
  }
}

/**
 * Throws if `cdk` deploys to another region than that of the certificate, which API Gateway refuses
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-regional-api-custom-domain-create.html).
 * Without credentials it names none.
 */
export function assertSameRegion(certificateArn: string, region = process.env['CDK_DEFAULT_REGION']): void {
  const [, , , ofCertificate] = certificateArn.split(':');
  if (region === undefined || region === ofCertificate) return;
  throw new Error(
    `The certificate of the setting api.domain is in ${ofCertificate}, and the stage is deployed to ${region}: API Gateway takes certificates of its own region only.`,
  );
}
