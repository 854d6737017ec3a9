/** The web ACL of the API: which requests AWS WAF blocks. */
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { FirewallConfig } from '../config.ts';

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
    `The stage has api.firewall in lib/config.ts, which needs the region ${WAF_REGION}: AWS WAF for CloudFront exists nowhere else. The region is ${region}. Deploy the stage to ${WAF_REGION}, or leave api.firewall out.`,
  );
}

/** A web ACL that blocks addresses of bad repute, and those that send too many requests. */
export function apiWebAcl(
  scope: Construct,
  id: string,
  { requestsPerFiveMinutesAndAddress: limit = DEFAULT_REQUESTS }: FirewallConfig,
): CfnWebACL {
  const visibility = (metricName: string) => ({
    visibilityConfig: { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true },
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
