import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stages } from '../../lib/config.ts';
import { assertSameRegion } from '../../lib/constructs/api-domain.ts';
import { refuseUnfitStage } from '../../lib/stage-checks.ts';
import { another, apiDomain, least, type SynthesizedStage, synthesized } from './synthesized.ts';

const regional = synthesized(least);
const behindFirewall = synthesized(another);
const without = synthesized(stages.prod);
const { name } = apiDomain('eu-west-1');

const outputsOf = ({ service }: SynthesizedStage) => service.template.toJSON()['Outputs'];

describe('a stage with api.domain', () => {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-custom-domain-names.html
  test('has its name and certificate at API Gateway, with TLS 1.2, mapped to the stage of the API', () => {
    const { service } = regional;
    const [domain, properties] = service.only('AWS::ApiGatewayV2::DomainName');
    expect(properties).toMatchObject({
      DomainName: name,
      DomainNameConfigurations: [
        { CertificateArn: least.api.domain?.certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
      ],
    });
    expect(service.only('AWS::ApiGatewayV2::ApiMapping')[1]).toEqual({
      ApiId: { Ref: service.only('AWS::ApiGatewayV2::Api')[0] },
      DomainName: { Ref: domain },
      Stage: { Ref: service.only('AWS::ApiGatewayV2::Stage')[0] },
    });
    expect(outputsOf(regional)).toMatchObject({
      ApiHostName: { Value: { 'Fn::GetAtt': [domain, 'RegionalDomainName'] } },
    });
  });

  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html
  test('has both at CloudFront if it has a firewall, and API Gateway knows of none', () => {
    const { service } = behindFirewall;
    const [distribution, { DistributionConfig }] = service.only('AWS::CloudFront::Distribution');
    expect(DistributionConfig).toMatchObject({
      Aliases: [name],
      ViewerCertificate: {
        AcmCertificateArn: another.api.domain?.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(service.ofType('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    expect(outputsOf(behindFirewall)).toMatchObject({
      ApiHostName: { Value: { 'Fn::GetAtt': [distribution, 'DomainName'] } },
    });
  });

  test.each([
    ['without a firewall', regional],
    ['with one', behindFirewall],
  ])('is found by it, by callers, the command line and the panel, %s', (_, stage) => {
    expect(outputsOf(stage)).toMatchObject({ ApiUrl: { Value: `https://${name}` } });
    const panel = JSON.stringify(stage.panel.template.toJSON());
    expect(panel).toContain(`https://${name}`);
    // The panel's policy lets its pages call it.
    const [, policy] = stage.panel.only('AWS::CloudFront::ResponseHeadersPolicy');
    expect(JSON.stringify(policy)).toMatch(/connect-src 'self' https:\/\/api\.example\.com/);
  });

  // CloudFormation deletes no export that another stack imports; docs/adr/0009-strong-exports.md.
  test('still exports what the panel imported before', () => {
    const before = Object.values<{ readonly Export?: { readonly Name: string } }>(outputsOf(without))
      .flatMap(({ Export }) => Export?.Name ?? [])
      .filter((exported) => exported.includes('ApiEndpoint'));
    expect(before).toHaveLength(1);
    for (const stage of [regional, behindFirewall]) expect(JSON.stringify(outputsOf(stage))).toContain(before[0]);
    expect(JSON.stringify(outputsOf(behindFirewall))).toMatch(/ExportsOutput[^"]*FirewallDistribution[^"]*DomainName/);
  });
});

test('a stage without one has neither', () => {
  for (const type of ['DomainName', 'ApiMapping']) {
    expect(without.service.ofType(`AWS::ApiGatewayV2::${type}`)).toEqual([]);
  }
  expect(outputsOf(without)).not.toHaveProperty('ApiHostName');
});

describe('a domain that AWS would refuse, or that is taken,', () => {
  const refusal = (changes: Partial<NonNullable<StageConfig['api']['domain']>>, config: StageConfig = least) => {
    const domain = { ...apiDomain('us-east-1'), ...changes };
    return () => refuseUnfitStage({ ...config, api: { ...config.api, domain } });
  };

  test.each(['https://api.example.com', 'API.example.com', 'my_api.example.com', 'api', 'api.example.com.', '1.2.3.4'])(
    'is not named %s',
    (wrong) => {
      expect(refusal({ name: wrong })).toThrow(/prod: api\.domain\.name must be a host such as api\.example\.com, not/);
    },
  );

  test('has a certificate of ACM, and in us-east-1 behind a firewall', () => {
    expect(refusal({})).not.toThrow();
    expect(refusal({ certificateArn: 'arn:aws:iam::111122223333:server-certificate/x' })).toThrow(/certificate of ACM/);
    expect(refusal(apiDomain('eu-west-1'), another)).toThrow(/with api\.firewall, .* must be in us-east-1/);
    expect(refusal({}, another)).not.toThrow();
  });

  test("is not the panel's", () => {
    expect(refusal({ name: 'webhooks.example.com' }, another)).toThrow(/must have different names/);
  });

  test('is not in another region than the stage', () => {
    const { certificateArn } = apiDomain('eu-west-1');
    expect(() => assertSameRegion(certificateArn, 'us-east-1')).toThrow(/is in eu-west-1, and the stage .* us-east-1/);
    expect(() => assertSameRegion(certificateArn, 'eu-west-1')).not.toThrow();
  });
});
