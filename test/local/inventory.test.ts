/** What the local cloud makes of a synthesized template, and what it refuses to host. */
import { describe, expect, test } from '@jest/globals';
import type { Assembly, TemplateResource } from '../../local/template/assembly.ts';
import { takeInventory } from '../../local/template/inventory.ts';

const addresses = {
  api: 'http://127.0.0.1:3000',
  sqs: 'http://127.0.0.1:4000',
  identity: 'http://127.0.0.1:3000/_local/identity',
};

function assembly(resources: Record<string, Partial<TemplateResource> & { Type: string }>, outputs = {}): Assembly {
  const complete = Object.entries(resources).map(([id, resource]) => [
    id,
    { Properties: {}, Metadata: { 'aws:cdk:path': `stack/${id}/Resource` }, ...resource },
  ]);
  const template = {
    Resources: Object.fromEntries(complete),
    Parameters: {},
    Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
    Mappings: {},
    Outputs: outputs,
  };
  return { stacks: [{ name: 'stack', template }], assetPath: () => undefined };
}

const bundle = { Runtime: 'nodejs24.x', Handler: 'index.handler', Code: { S3Key: 'abc.zip' } };

describe('the inventory', () => {
  test('resolves references to names, ARNs and addresses that stay the same at every start', () => {
    const { resources, outputs } = takeInventory(
      assembly(
        {
          Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
          Failures: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 60 } },
          Sender: {
            Type: 'AWS::Lambda::Function',
            Properties: { ...bundle, Environment: { Variables: { QUEUE: { Ref: 'Failures' } } } },
          },
          Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: { Ref: 'Nowhere' } } },
          Absent: { Type: 'AWS::SQS::Queue', Condition: 'Never' },
        },
        {
          Url: { Value: { 'Fn::Sub': 'https://$' + '{Api}.execute-api.$' + '{AWS::Region}.$' + '{AWS::URLSuffix}/' } },
          Arn: { Value: { 'Fn::GetAtt': ['Failures', 'Arn'] } },
        },
      ),
      addresses,
    );
    expect(outputs).toEqual({
      Url: 'http://127.0.0.1:3000/',
      Arn: 'arn:aws:sqs:us-east-1:000000000000:stack-Failures',
    });
    expect(resources['AWS::SQS::Queue']).toMatchObject([
      { logicalId: 'Failures', path: 'stack/Failures/Resource', name: 'stack-Failures' },
    ]);
    expect(resources['AWS::Lambda::Function'][0]?.properties).toMatchObject({
      Timeout: 3,
      MemorySize: 128,
      Environment: { Variables: { QUEUE: 'http://127.0.0.1:4000/000000000000/stack-Failures' } },
    });
  });

  test('has URLs of AWS lead to the gateway and to the identity provider, wherever they stand', () => {
    const { resources } = takeInventory(
      assembly({
        Host: {
          Type: 'AWS::CloudFront::Distribution',
          Properties: { DistributionConfig: { DefaultCacheBehavior: {} } },
        },
        SignIn: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { Domain: 'sps-1' } },
        Headers: {
          Type: 'AWS::CloudFront::ResponseHeadersPolicy',
          Properties: {
            ResponseHeadersPolicyConfig: {
              Name: 'headers',
              CustomHeadersConfig: {
                Items: [
                  {
                    Header: 'host',
                    Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Host', 'DomainName'] }, '/admin/']] },
                  },
                  {
                    Header: 'sign-in',
                    Value: { 'Fn::Sub': 'https://$' + '{SignIn}.auth.$' + '{AWS::Region}.amazoncognito.com' },
                  },
                  { Header: 'other', Value: 'https://www.example.com/' },
                ],
              },
            },
          },
        },
      }),
      addresses,
    );
    const [headers] = resources['AWS::CloudFront::ResponseHeadersPolicy'];
    expect(
      headers?.properties.ResponseHeadersPolicyConfig.CustomHeadersConfig?.Items.map(({ Value }) => Value),
    ).toEqual(['http://127.0.0.1:3000/admin/', 'http://127.0.0.1:3000/_local/identity', 'https://www.example.com/']);
  });

  test('leaves out a function that works for the deployment only, whatever it runs on', () => {
    const { resources } = takeInventory(
      assembly({
        Tool: { Type: 'AWS::Lambda::Function', Properties: { ...bundle, Runtime: 'python3.13', Layers: ['layer'] } },
        Emptied: {
          Type: 'Custom::S3AutoDeleteObjects',
          Properties: { ServiceToken: { 'Fn::GetAtt': ['Tool', 'Arn'] } },
        },
        Server: { Type: 'AWS::Lambda::Function', Properties: bundle },
      }),
      addresses,
    );
    expect(resources['AWS::Lambda::Function'].map(({ logicalId }) => logicalId)).toEqual(['Server']);
  });

  test.each([
    ['a type that it does not know', { Type: 'AWS::EC2::Instance' }, 'this type is not hosted'],
    [
      'a property that it does not know',
      { Type: 'AWS::SQS::Queue', Properties: { New: 1 } },
      'its property New is not known',
    ],
    [
      'a variable that does not resolve',
      {
        Type: 'AWS::Lambda::Function',
        Properties: { ...bundle, Environment: { Variables: { TABLE: { Ref: 'Gone' } } } },
      },
      "its property Environment can't be resolved: there is no resource or parameter with a value called Gone",
    ],
    [
      'an authorizer without simple answers',
      { Type: 'AWS::ApiGatewayV2::Authorizer', Properties: { ApiId: 'a', AuthorizerType: 'JWT' } },
      'AuthorizerType',
    ],
    [
      'a route with IAM authorization',
      {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: { ApiId: 'a', RouteKey: 'GET /', Target: 'integrations/i', AuthorizationType: 'AWS_IAM' },
      },
      'AuthorizationType must be NONE or CUSTOM',
    ],
  ])('refuses %s, with its logical id and path', (_, resource, problem) => {
    const take = () => takeInventory(assembly({ Thing: resource }), addresses);
    expect(take).toThrow(`Thing (${resource.Type}, stack/Thing/Resource) in stack: `);
    expect(take).toThrow(problem);
  });
});
