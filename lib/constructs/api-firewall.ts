/**
 * AWS WAF in front of the API (ADR 35): a CloudFront distribution with a web ACL, since AWS WAF protects no HTTP API
 * itself (https://docs.aws.amazon.com/waf/latest/developerguide/web-acl-associating-aws-resource.html).
 *
 * CloudFront adds a secret to each request, by which the authorizer refuses those that don't come through it.
 */
import { Duration, Stack, Token, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ORIGIN_HEADER } from '../../contract/function-environment.ts';
import type { ApiDomain, FirewallConfig } from '../config.ts';
import { originId } from './ids.ts';
import { acknowledgeOldTls, namedBy } from './named-distribution.ts';

/** Characters: letters and digits, 256 bits. */
const SECRET_LENGTH = 43;

export class ApiFirewall extends Construct {
  private readonly config: FirewallConfig;
  private readonly secret: string;

  /** Throws if the stage is to be deployed elsewhere than to the region that AWS WAF needs. */
  constructor(scope: Construct, id: string, config: FirewallConfig) {
    super(scope, id);
    this.config = config;
    const { region } = Stack.of(this);
    assertWafRegion(Token.isUnresolved(region) ? undefined : region);
    const secret = new Secret(this, 'OriginSecret', {
      description: 'Added to each request by CloudFront, and checked by the authorizer',
      generateSecretString: { passwordLength: SECRET_LENGTH, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It opens nothing: requests still need a token. CloudFormation sets it in two places, which rotation would not.',
    });
    this.secret = secret.secretValue.unsafeUnwrap();
  }

  /** What the authorizer requires in the header; undefined while direct calls are allowed. */
  get requiredSecret(): string | undefined {
    return this.config.directCalls === 'refused' ? this.secret : undefined;
  }

  /** Puts the firewall in front of the API, with its domain if it has one. Returns CloudFront's name of the host. */
  inFrontOf(api: HttpApi, domain: ApiDomain | undefined): string {
    const { stackName, region, urlSuffix } = Stack.of(this);
    const distribution = new Distribution(this, 'Distribution', {
      comment: `The API of ${stackName}, behind AWS WAF`,
      webAclId: apiWebAcl(this, 'WebAcl', this.config).attrArn,
      defaultBehavior: {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
          originId: originId(this),
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          originSslProtocols: [OriginSslPolicy.TLS_V1_2],
          customHeaders: { [ORIGIN_HEADER]: this.secret },
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      ...(domain && namedBy(this, domain)),
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Callers may be in any country.' },
      {
        id: 'AwsSolutions-CFR3',
        reason: "Requests are in the API's access log; what AWS WAF blocks is in its metrics.",
      },
    );
    if (domain === undefined) acknowledgeOldTls(distribution);
    return distribution.distributionDomainName;
  }
}

/**
 * Errors that CloudFront caches for ten seconds, whatever the cache policy and `no-store` say, unless their minimum is
 * set (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html).
 */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** Where web ACLs for CloudFront are (https://docs.aws.amazon.com/waf/latest/developerguide/how-aws-waf-works-resources.html). */
const WAF_REGION = 'us-east-1';
/** 333 a second. A customer's own back end, which calls from one address, can post 33,000 events a second with it. */
const DEFAULT_REQUESTS = 100_000;
/** AWS WAF counts the last five minutes, and lets an address in again soon after its rate is below the limit. */
const RETRY_AFTER_SECONDS = 60;

/** Throws if `cdk` deploys to another region, which it names in this variable. Without credentials it names none. */
export function assertWafRegion(region: string | undefined = process.env['CDK_DEFAULT_REGION']): void {
  if (region === undefined || region === WAF_REGION) return;
  throw new Error(
    `The stage has the setting api.firewall, which needs the region ${WAF_REGION}: AWS WAF for CloudFront exists nowhere else. The region is ${region}. Deploy the stage to ${WAF_REGION}, or leave api.firewall out.`,
  );
}

/**
 * A web ACL that blocks addresses of bad repute, and those that send too many requests. It stores no samples of
 * requests: they would have tokens, ids of users and IP addresses of callers, which no log of the service has.
 */
function apiWebAcl(
  scope: Construct,
  id: string,
  { requestsPerFiveMinutesAndAddress: limit = DEFAULT_REQUESTS }: FirewallConfig,
): CfnWebACL {
  const visibility = (metricName: string) => ({
    visibilityConfig: { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false },
  });
  return new CfnWebACL(scope, id, {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    ...visibility('Api'),
    customResponseBodies: {
      TooManyRequests: { contentType: 'APPLICATION_JSON', content: '{"message":"Too Many Requests"}' },
    },
    rules: [
      {
        name: 'RequestsPerAddress',
        priority: 0,
        statement: { rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit } },
        action: {
          block: {
            customResponse: {
              responseCode: 429,
              customResponseBodyKey: 'TooManyRequests',
              responseHeaders: [{ name: 'retry-after', value: `${RETRY_AFTER_SECONDS}` }],
            },
          },
        },
        ...visibility('RequestsPerAddress'),
      },
      {
        name: 'AddressReputation',
        priority: 1,
        statement: {
          managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
        },
        overrideAction: { none: {} },
        ...visibility('AddressReputation'),
      },
    ],
  });
}
