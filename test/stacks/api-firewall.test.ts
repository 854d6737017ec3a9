import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stages } from '../../lib/config.ts';
import { assertWafRegion } from '../../lib/constructs/api-firewall.ts';
import { another, everything, synthesized } from './synthesized.ts';

const refusing = synthesized(everything);
const allowing = synthesized(another);

// As resolved by https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
const secret = {
  'Fn::Join': [
    '',
    [
      '{{resolve:secretsmanager:',
      { Ref: refusing.service.only('AWS::SecretsManager::Secret')[0] },
      ':SecretString:::}}',
    ],
  ],
};

describe('a stage without api.firewall', () => {
  test('is every one; what prod has is in the lines of templates.test.ts', () => {
    for (const { api } of Object.values<StageConfig>(stages)) expect(api.firewall).toBeUndefined();
  });
});

describe('the web ACL', () => {
  test.each([
    ['100,000 requests in five minutes by default', refusing, 100_000],
    ['as many as the stage sets', allowing, 2_000],
  ])('is for CloudFront, allows by default, and limits an address to %s', (_, { service }, limit) => {
    const [, properties] = service.only('AWS::WAFv2::WebACL');
    expect(properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(properties['Rules']).toMatchObject([
      {
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: limit } },
        Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
      },
      {
        Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesAmazonIpReputationList' } },
      },
    ]);
  });

  // A sample has the address, the path and the headers of a request for three hours:
  // https://docs.aws.amazon.com/waf/latest/developerguide/web-acl-testing-view-sample.html
  test('stores no samples of requests, which would have tokens, ids of users and IP addresses', () => {
    const template = JSON.stringify(refusing.service.only('AWS::WAFv2::WebACL')[1]);
    expect(template.match(/"SampledRequestsEnabled":\w+/g)).toEqual(
      Array.from({ length: 3 }, () => '"SampledRequestsEnabled":false'),
    );
  });

  test('refuses too many requests like API Gateway, with Retry-After', () => {
    const template = JSON.stringify(refusing.service.only('AWS::WAFv2::WebACL')[1]);
    expect(template).toContain(JSON.stringify('{"message":"Too Many Requests"}'));
    expect(template).toContain(JSON.stringify([{ Name: 'retry-after', Value: '60' }]));
  });
});

describe('the distribution of the API', () => {
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
  const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
  const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

  test('has the web ACL, caches nothing, and passes on every method and header except Host, over HTTPS', () => {
    const [acl] = refusing.service.only('AWS::WAFv2::WebACL');
    const [, { DistributionConfig: config }] = refusing.service.only('AWS::CloudFront::Distribution');
    expect(config).toMatchObject({
      WebACLId: { 'Fn::GetAtt': [acl, 'Arn'] },
      DefaultCacheBehavior: {
        AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']),
        CachePolicyId: CACHING_DISABLED,
        OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
        ViewerProtocolPolicy: 'https-only',
      },
      Origins: [
        {
          CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
          OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: secret }],
        },
      ],
    });
  });

  // Not covered by CachingDisabled:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
  test('caches no error either: a 404 of one user would be that of everybody at that edge, for ten seconds', () => {
    const [, { DistributionConfig: config }] = refusing.service.only('AWS::CloudFront::Distribution');
    const cached = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    expect(config).toMatchObject({
      CustomErrorResponses: cached.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    });
  });

  test('is where callers, the command line and the panel find the API', () => {
    const [distribution] = refusing.service.only('AWS::CloudFront::Distribution');
    const url = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }]] };
    refusing.service.template.hasOutput('ApiUrl', { Value: url });
    expect(JSON.stringify(refusing.panel.template.toJSON())).toContain(`FirewallDistribution`);
  });

  // CloudFormation deletes no export that another stack imports; docs/adr/0009-strong-exports.md.
  test('can be added and removed in one deployment: the export that the panel imported stays', () => {
    const exports = ({ service }: typeof refusing) => JSON.stringify(service.template.toJSON()['Outputs']);
    const before = /"sps-prod-service:ExportsOutput[^"]*ApiEndpoint[^"]*"/.exec(exports(synthesized(stages.prod)))?.[0];
    expect(before).toBeDefined();
    expect(exports(refusing)).toContain(before);
  });
});

describe('the authorizer behind AWS WAF', () => {
  const variables = ({ service }: typeof refusing) =>
    JSON.stringify(service.functionOf('auth/authorizer')[1].Properties);
  const sources = ({ service }: typeof refusing) => service.only('AWS::ApiGatewayV2::Authorizer')[1]['IdentitySource'];

  test('knows the secret and caches by it too, once direct calls are refused', () => {
    expect(variables(refusing)).toContain(`"ORIGIN_SECRET":${JSON.stringify(secret)}`);
    expect(sources(refusing)).toEqual(['$request.header.Authorization', '$request.header.x-origin-secret']);
  });

  test('asks for no secret while direct calls are allowed', () => {
    expect(variables(allowing)).not.toContain('ORIGIN_SECRET');
    expect(sources(allowing)).toEqual(['$request.header.Authorization']);
  });
});

test('another region than that of AWS WAF for CloudFront is refused with what to do', () => {
  expect(() => assertWafRegion('eu-west-1')).toThrow(/us-east-1.*The region is eu-west-1\. Deploy .* or leave/);
  expect(() => assertWafRegion('us-east-1')).not.toThrow();
});
