/** Where the panel and the documentation are served from: a private bucket that only its CloudFront distribution may read. */
import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  CachePolicy,
  Distribution,
  type DistributionProps,
  FunctionEventType,
  HttpVersion,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { PanelDomain } from '../config.ts';
import { setLogicalId } from './logical-id.ts';
import { panelHeaders } from './panel-headers.ts';
import { DOCS_FOLDER, PANEL_FOLDER, panelPaths } from './panel-paths.ts';

/** The bucket's logical id, by which cdk-nag names it. */
export const PANEL_BUCKET = 'PanelBucket';

interface PanelHostProps {
  readonly domain: PanelDomain | undefined;
  /** The URLs that the panel may call besides its own host. */
  readonly endpoints: readonly string[];
}

export class PanelHost extends Construct {
  readonly bucket: IBucket;
  /** The panel's own URL, with a slash at its end. */
  readonly panelUrl: string;
  /** The URL of the documentation, with a slash at its end. */
  readonly docsUrl: string;

  constructor(scope: Construct, id: string, { domain, endpoints }: PanelHostProps) {
    super(scope, id);
    this.bucket = privateBucket(this, 'Files');
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'The admin panel and the documentation of Social Platform Services',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originAccessControl: this.accessControl(),
          // Without permission to list, S3 responds with 403 for a missing file.
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy: panelHeaders(this, 'Headers', endpoints),
        functionAssociations: [{ function: panelPaths(this, 'Paths'), eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      defaultRootObject: `${PANEL_FOLDER}/index.html`,
      errorResponses: [{ httpStatus: 404, responseHttpStatus: 404, responsePagePath: `/${DOCS_FOLDER}/404.html` }],
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(domain && this.named(domain)),
    });
    const url = `https://${domain?.name ?? distribution.distributionDomainName}`;
    this.panelUrl = `${url}/${PANEL_FOLDER}/`;
    this.docsUrl = `${url}/${DOCS_FOLDER}/`;
    explain(this.bucket, distribution, domain);
  }

  /** Its name must be unique in the account, and the same stage may be in two regions. */
  private accessControl(): S3OriginAccessControl {
    const { stackName, region } = Stack.of(this);
    return new S3OriginAccessControl(this, 'AccessControl', { originAccessControlName: `${stackName}-${region}` });
  }

  private named({ name, certificateArn }: PanelDomain): Partial<DistributionProps> {
    return {
      domainNames: [name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}

/** A bucket for files that can be created again: it is emptied and deleted with its stack. */
function privateBucket(scope: Construct, id: string): IBucket {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  });
  if (bucket.policy === undefined) throw new Error('The bucket has no policy.');
  setLogicalId(bucket, PANEL_BUCKET);
  // With exactOptionalPropertyTypes a Bucket can't be assigned to an IBucket; its policy has it as one.
  return bucket.policy.bucket;
}

function explain(bucket: IBucket, distribution: Distribution, domain: PanelDomain | undefined): void {
  const nobodysData = "The files are the same for everybody and have no data; what admins do is in the API's logs.";
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: nobodysData });
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'Admins may be in any country.' },
    { id: 'AwsSolutions-CFR2', reason: `${nobodysData} The API has throttles of its own.` },
    { id: 'AwsSolutions-CFR3', reason: nobodysData },
    {
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: 'The root, where a bucket would list its files, is redirected to the panel, and has a default object.',
    },
  );
  if (domain !== undefined) return;
  Validations.of(distribution).acknowledge({
    id: 'AwsSolutions-CFR4',
    reason: "Names under cloudfront.net have CloudFront's certificate, for which no minimum TLS version can be set.",
  });
}
