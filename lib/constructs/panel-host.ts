/** Serves the panel and the documentation: a private bucket that only its CloudFront distribution may read. */
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLevel,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { PanelConfig, PanelDomain } from '../config.ts';
import { nameByStack, originId, setLogicalId } from './ids.ts';
import { acknowledgeOldTls, namedBy } from './named-distribution.ts';

/** The panel's folder in its bucket and URL: the same locally, where the API has the rest of the host. */
export const PANEL_FOLDER = 'admin';
/** The folder of the documentation site. */
export const DOCS_FOLDER = 'docs';
/** The bucket's logical id, by which cdk-nag names it. */
export const PANEL_BUCKET = 'PanelBucket';

/** The panel's URL as far as the stage knows it before the panel is deployed. */
export function knownPanelUrl(panel: PanelConfig): string | undefined {
  if (!panel.enabled) return undefined;
  return panel.url ?? (panel.domain && `https://${panel.domain.name}/${PANEL_FOLDER}/`);
}

interface PanelHostProps {
  readonly domain: PanelDomain | undefined;
  /** The origins of pages that may show it in a frame. */
  readonly embedOrigins: readonly string[];
  /** The URLs that the panel may call besides its own host. */
  readonly endpoints: readonly string[];
}

export class PanelHost extends Construct {
  readonly bucket: IBucket;
  /** CloudFront's name of the host, to which the DNS record of a domain points. */
  readonly hostName: string;
  /** The panel's own URL, with a slash at its end. */
  readonly panelUrl: string;
  /** The URL of the documentation, with a slash at its end. */
  readonly docsUrl: string;

  constructor(scope: Construct, id: string, { domain, embedOrigins, endpoints }: PanelHostProps) {
    super(scope, id);
    this.bucket = privateBucket(this, 'Files');
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'The admin panel and the documentation of Social Platform Services',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originId: originId(this),
          originAccessControl: this.accessControl(),
          // Without permission to list, S3 responds with 403 for a missing file.
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy: panelHeaders(this, 'Headers', endpoints, embedOrigins),
        functionAssociations: [{ function: panelPaths(this, 'Paths'), eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      defaultRootObject: `${PANEL_FOLDER}/index.html`,
      errorResponses: [{ httpStatus: 404, responseHttpStatus: 404, responsePagePath: `/${DOCS_FOLDER}/404.html` }],
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(domain && namedBy(this, domain)),
    });
    this.hostName = distribution.distributionDomainName;
    const url = `https://${domain?.name ?? this.hostName}`;
    this.panelUrl = `${url}/${PANEL_FOLDER}/`;
    this.docsUrl = `${url}/${DOCS_FOLDER}/`;
    explain(this.bucket, distribution, domain);
  }

  /** Its name must be unique in the account, and the same stage may be in two regions. */
  private accessControl(): S3OriginAccessControl {
    const { stackName, region } = Stack.of(this);
    return new S3OriginAccessControl(this, 'AccessControl', { originAccessControlName: `${stackName}-${region}` });
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
  if (domain === undefined) acknowledgeOldTls(distribution);
}

/**
 * The CloudFront function that maps paths to files, before the cache. CloudFront adds a default object to the root
 * only, and a bucket behind origin access control has no index documents
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DefaultRootObject.html).
 *
 * `/` and `/admin` are redirected to the panel, and `/docs` to the documentation. `/admin/` is the panel's page, and a
 * folder below `/docs/` its index page. `/llms.txt` and `/llms-full.txt` are where agents look for the list of pages, and
 * for their text (https://llmstxt.org).
 * Every other path is that of a file.
 */
const pathsCode = `function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (uri === '/' || uri === '/${PANEL_FOLDER}' || uri === '/${DOCS_FOLDER}') {
    var folder = uri === '/${DOCS_FOLDER}' ? '${DOCS_FOLDER}' : '${PANEL_FOLDER}';
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/' + folder + '/' } } };
  }
  if (uri === '/llms.txt' || uri === '/llms-full.txt') request.uri = '/${DOCS_FOLDER}' + uri;
  if (uri === '/${PANEL_FOLDER}/' || /^\\/${DOCS_FOLDER}\\/(.*\\/)?$/.test(uri)) request.uri = uri + 'index.html';
  return request;
}`;

/** The most characters of a CloudFront function's name after its region. */
const MAX_NAME_LENGTH = 41;

const panelPaths = (scope: Construct, id: string): EdgeFunction =>
  new EdgeFunction(scope, id, {
    functionName: `${Stack.of(scope).region}${nameByStack(scope, id).slice(-MAX_NAME_LENGTH)}`,
    comment: 'Maps paths to the files of the admin panel and the documentation',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(pathsCode),
  });

/**
 * A policy that lets the panel call its own origin and `endpoints`, and nobody else, and pages of `embedOrigins` show
 * it in a frame. X-Frame-Options can name no origin, so it is left out where there is one; browsers that know
 * `frame-ancestors` ignore it anyway.
 *
 * There is no Cross-Origin-Opener-Policy: when a session has ended, admins sign in again in a second window, which
 * visits another origin before it notifies its opener.
 */
function panelHeaders(
  scope: Construct,
  id: string,
  endpoints: readonly string[],
  embedOrigins: readonly string[],
): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, id, {
    // Names are unique in an account, and the same stage may be in two regions.
    responseHeadersPolicyName: `${Stack.of(scope).stackName}-${Stack.of(scope).region}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(endpoints, embedOrigins), override: true },
      contentTypeOptions: { override: true },
      ...(embedOrigins.length === 0 && { frameOptions: { frameOption: HeadersFrameOption.DENY, override: true } }),
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'permissions-policy', value: permissionsPolicy, override: true },
        { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
      ],
    },
  });
}

function contentSecurityPolicy(endpoints: readonly string[], embedOrigins: readonly string[]): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...endpoints],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': embedOrigins.length === 0 ? ["'none'"] : embedOrigins,
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** The panel needs no device; it writes to the clipboard. */
const permissionsPolicy = [
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'publickey-credentials-get', 'usb'].map(
    (feature) => `${feature}=()`,
  ),
  'clipboard-write=(self)',
].join(', ');
