import { describe, expect, test } from '@jest/globals';
import { headersOf, viewerFunction } from '@social-platform-services/local/site/site';
import { HeadersPolicyProperties } from '@social-platform-services/local/template/site-types';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { another, least, stageApp, synthesized } from './synthesized.ts';

const prod = synthesized(stages.prod);
const { panel } = prod;

const exported = (name: string) => ({ 'Fn::ImportValue': expect.stringContaining(name) });
const urlOf = (path: string) => ({
  'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [expect.stringContaining('Distribution'), 'DomainName'] }, path]],
});
const panelUrl = urlOf('/admin/');
const docsUrl = urlOf('/docs/');

// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-cloudfront-originaccesscontrol-originaccesscontrolconfig.html
test('names that are unique in an account have the region, so that a stage can be in two', () => {
  const [, accessControl] = panel.only('AWS::CloudFront::OriginAccessControl');
  const [, headers] = panel.only('AWS::CloudFront::ResponseHeadersPolicy');
  const [, paths] = panel.only('AWS::CloudFront::Function');
  const name = { 'Fn::Join': ['', expect.arrayContaining([{ Ref: 'AWS::Region' }])] };
  expect(accessControl['OriginAccessControlConfig']).toMatchObject({ Name: name });
  expect(headers['ResponseHeadersPolicyConfig']).toMatchObject({ Name: name });
  expect(paths['Name']).toEqual(name);
});

describe('the bucket of the panel', () => {
  test('can be read by the distribution only, over TLS only', () => {
    expect(panel.only('AWS::S3::Bucket')[1]).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(panel.only('AWS::S3::BucketPolicy')[1]).toMatchObject({
      PolicyDocument: {
        Statement: expect.arrayContaining([
          expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          expect.objectContaining({
            Effect: 'Allow',
            Action: ['s3:GetObject', 's3:ListBucket'],
            Principal: { Service: 'cloudfront.amazonaws.com' },
            Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
          }),
        ]),
      },
    });
  });

  test('is deleted with its stack in every stage: its files can be created again', () => {
    expect(panel.resource('PanelBucket')).toMatchObject({ DeletionPolicy: 'Delete' });
  });

  test('gets assets that browsers cache for a year, then pages and the configuration, which they don’t', () => {
    const deployments = panel.ofType('Custom::CDKBucketDeployment').map(([, resource]) => resource);
    expect(deployments).toHaveLength(4);
    for (const [folder, id] of [
      ['admin', 'FilesAssets'],
      ['docs', 'FilesDocsAssets'],
    ]) {
      const to = (prefix: string) =>
        deployments.find(({ Properties }) => Properties['DestinationBucketKeyPrefix'] === prefix);
      expect(to(`${folder}/assets`)?.Properties).toMatchObject({
        Prune: false,
        SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      });
      const pages = to(`${folder}`);
      expect(pages?.Properties).toMatchObject({ Prune: false, SystemMetadata: { 'cache-control': 'no-cache' } });
      expect(pages?.DependsOn).toContainEqual(expect.stringMatching(`^${id}CustomResource`));
    }
  });

  test('is written by a function that may only write and list two folders, and read its own five assets', () => {
    const Permissions = v.object({
      Policies: v.tuple([
        v.object({ PolicyDocument: v.object({ Statement: v.array(v.looseObject({ Action: v.unknown() })) }) }),
      ]),
    });
    const role = panel.ofType('AWS::IAM::Role').find(([logicalId]) => logicalId.startsWith('FilesRole'));
    const [{ PolicyDocument }] = v.parse(Permissions, role?.[1].Properties).Policies;
    const asset = { 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/^\/[0-9a-f]{64}\.zip$/)])] };
    const bucket = { 'Fn::GetAtt': ['PanelBucket', 'Arn'] };
    expect(PolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: expect.anything() },
      { Effect: 'Allow', Action: 's3:ListBucket', Resource: bucket },
      {
        Effect: 'Allow',
        Action: 's3:PutObject',
        Resource: ['/admin/*', '/docs/*'].map((path) => ({ 'Fn::Join': ['', [bucket, path]] })),
      },
      { Effect: 'Allow', Action: 's3:GetObject', Resource: [asset, asset, asset, asset, asset] },
    ]);
    expect(panel.ofType('AWS::IAM::Policy')).toEqual([]);
  });
});

describe('the distribution of the panel', () => {
  test('uses HTTP/3 and HTTPS only, compresses, signs its requests, and has a page for what is missing', () => {
    expect(panel.only('AWS::CloudFront::Distribution')[1]).toMatchObject({
      DistributionConfig: {
        HttpVersion: 'http2and3',
        IPV6Enabled: true,
        DefaultCacheBehavior: { Compress: true, ViewerProtocolPolicy: 'redirect-to-https' },
        CustomErrorResponses: [{ ErrorCode: 404, ResponseCode: 404, ResponsePagePath: '/docs/404.html' }],
      },
    });
    expect(panel.only('AWS::CloudFront::OriginAccessControl')[1]).toMatchObject({
      OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
    });
  });

  test('lets the panel load its own files and call the API and the sign-in, and nobody frame it', () => {
    const policy = JSON.stringify(panel.only('AWS::CloudFront::ResponseHeadersPolicy')[1]);
    const text = (part: unknown): string => (typeof part === 'string' ? part : '<reference>');
    const resolved = JSON.parse(policy, (_key, value) =>
      value?.['Fn::Join'] === undefined ? value : value['Fn::Join'][1].map(text).join(value['Fn::Join'][0]),
    );
    expect(headersOf(v.parse(HeadersPolicyProperties, resolved))).toEqual({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self' <reference> <reference>/ https://<reference>.auth.<reference>.amazoncognito.com",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(resolved.ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity).toEqual({
      AccessControlMaxAgeSec: 31_536_000,
      IncludeSubdomains: true,
      Override: true,
    });
  });

  test('lets exactly the pages frame it that the stage lists', () => {
    const framed = synthesized(least).panel;
    const { SecurityHeadersConfig: headers } = v.parse(
      v.object({ ResponseHeadersPolicyConfig: v.object({ SecurityHeadersConfig: v.looseObject({}) }) }),
      framed.only('AWS::CloudFront::ResponseHeadersPolicy')[1],
    ).ResponseHeadersPolicyConfig;
    expect(JSON.stringify(headers)).toContain(
      '; frame-ancestors https://console.example.com https://admin.example.org"',
    );
    expect(headers).not.toHaveProperty('FrameOptions');
  });

  test.each([
    ['/', { kind: 'redirect', status: 302, location: '/admin/' }],
    ['/admin', { kind: 'redirect', status: 302, location: '/admin/' }],
    ['/admin/', { kind: 'file', path: '/admin/index.html' }],
    ['/admin/config.json', { kind: 'file', path: '/admin/config.json' }],
    ['/admin/assets/', { kind: 'file', path: '/admin/assets/' }],
    ['/docs', { kind: 'redirect', status: 302, location: '/docs/' }],
    ['/docs/', { kind: 'file', path: '/docs/index.html' }],
    ['/docs/guides/', { kind: 'file', path: '/docs/guides/index.html' }],
    ['/docs/api.html', { kind: 'file', path: '/docs/api.html' }],
    ['/llms.txt', { kind: 'file', path: '/docs/llms.txt' }],
    ['/llms-full.txt', { kind: 'file', path: '/docs/llms-full.txt' }],
    ['/robots.txt', { kind: 'file', path: '/robots.txt' }],
    ['/docsx/', { kind: 'file', path: '/docsx/' }],
    ['//', { kind: 'file', path: '//' }],
  ])('its viewer function maps %s to %j', (uri, decision) => {
    const { FunctionCode } = v.parse(
      v.object({ FunctionCode: v.string() }),
      panel.only('AWS::CloudFront::Function')[1],
    );
    expect(viewerFunction(FunctionCode)('GET', uri)).toEqual(decision);
  });

  test('can have a custom domain, with its certificate and TLS 1.2 at least, to which sign-in returns', () => {
    const { panel: named } = synthesized(another);
    expect(named.only('AWS::CloudFront::Distribution')[1]).toMatchObject({
      DistributionConfig: {
        Aliases: ['webhooks.example.com'],
        ViewerCertificate: {
          AcmCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
      },
    });
    expect(named.only('AWS::Cognito::UserPoolClient')[1]).toMatchObject({
      CallbackURLs: ['https://webhooks.example.com/admin/'],
    });
  });
});

describe('sign-in to the panel', () => {
  test('uses an authorization code, without a client secret, and tokens of 15 minutes and one use', () => {
    expect(panel.only('AWS::Cognito::UserPoolClient')[1]).toMatchObject({
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'social-platform-services/admin'],
      CallbackURLs: [panelUrl],
      LogoutURLs: [panelUrl],
      GenerateSecret: false,
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
      // It lasts for a working day.
      AccessTokenValidity: 15,
      IdTokenValidity: 15,
      RefreshTokenValidity: 720,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
    });
  });

  test('has a page of managed login with a style, without which Cognito shows none', () => {
    expect(panel.only('AWS::Cognito::UserPoolDomain')[1]).toMatchObject({ ManagedLoginVersion: 2 });
    expect(panel.only('AWS::Cognito::ManagedLoginBranding')[1]).toMatchObject({
      ClientId: { Ref: expect.stringMatching(/^SignInClient/) },
      UseCognitoProvidedValues: true,
    });
  });

  test('is configured in config.json, with the URL of the API', () => {
    const page = panel
      .ofType('Custom::CDKBucketDeployment')
      .find(([, { Properties }]) => Properties['DestinationBucketKeyPrefix'] === 'admin');
    expect(page?.[1].Properties['SourceMarkers']).toEqual([
      {},
      {
        '<<marker:0xbaba:0>>': exported('ApiEndpoint'),
        '<<marker:0xbaba:1>>': exported('AdminPoolProviderURL'),
        '<<marker:0xbaba:2>>': { Ref: expect.stringMatching(/^SignInClient/) },
      },
    ]);
    // Without the options that select a stage, those of all stages would be the same.
    const keys = JSON.stringify(synthesized(stages.staging).panel.ofType('Custom::CDKBucketDeployment'));
    const [pages, config] = v.parse(v.tuple([v.string(), v.string()]), page?.[1].Properties['SourceObjectKeys']);
    expect({ hasPages: keys.includes(pages), hasConfig: keys.includes(config) }).toEqual({
      hasPages: true,
      hasConfig: false,
    });
  });

  test('names in config.json the periods and the schedule that the stage sets', () => {
    const configOf = (stage: StageConfig) =>
      synthesized(stage)
        .panel.ofType('Custom::CDKBucketDeployment')
        .find(([, { Properties }]) => Properties['DestinationBucketKeyPrefix'] === 'admin')?.[1].Properties[
        'SourceObjectKeys'
      ];
    const { prod: stage } = stages;
    const shorter = { ...stage, retention: { ...stage.retention, auditDays: 90 } };
    const sooner = { ...stage, delivery: { ...stage.delivery, settings: { disableAfterSeconds: 86_400 } } };
    expect(new Set([stage, shorter, sooner].map((one) => JSON.stringify(configOf(one)))).size).toBe(3);
  });

  test('has outputs with the URLs of the panel and of the documentation', () => {
    expect(panel.template.toJSON()['Outputs']).toEqual({
      DocsUrl: { Description: 'The documentation', Value: docsUrl },
      PanelHostName: { Description: expect.any(String), Value: { 'Fn::GetAtt': [expect.any(String), 'DomainName'] } },
      PanelUrl: { Description: 'The admin panel', Value: panelUrl },
    });
  });
});

describe('a stage whose panel is opened by link only', () => {
  const { data, service, panel: withLinks } = synthesized(least);

  test('has no user pool, and an authorizer without an issuer', () => {
    for (const stack of [data, withLinks]) {
      expect(JSON.stringify(stack.template.toJSON())).not.toContain('AWS::Cognito');
    }
    expect(JSON.stringify(service.functionOf('auth/authorizer'))).not.toContain('ADMIN_ISSUER');
  });

  test('lets the panel call the API and nothing else', () => {
    expect(JSON.stringify(withLinks.only('AWS::CloudFront::ResponseHeadersPolicy')[1])).not.toContain('amazoncognito');
  });
});

test('a stage can be without a panel', () => {
  const { panel: none, data } = stageApp({ ...stages.prod, panel: { enabled: false, optOutReason: 'a test' } });
  expect(none).toBeUndefined();
  expect(data.adminPool).toBeUndefined();
});
