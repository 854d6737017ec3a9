/** How the local cloud reads a synthesized template, and what it refuses to host. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type Assembly, readAssembly, type TemplateResource } from '../template/assembly.ts';
import { resolve, type Scope } from '../template/intrinsics.ts';
import { takeInventory } from '../template/inventory.ts';
import type { Json } from '../template/json.ts';

const addresses = {
  gateway: 'http://127.0.0.1:3000',
  sqs: 'http://127.0.0.1:4000',
  identity: 'http://127.0.0.1:3000/_local/identity',
};

function assembly(resources: Record<string, Partial<TemplateResource> & { Type: string }>, outputs = {}): Assembly {
  const complete = Object.entries(resources).map(([id, resource]) => [
    id,
    { Properties: {}, Metadata: { 'aws:cdk:path': `stack/${id}/Resource` }, ...resource },
  ]);
  const template = { Resources: Object.fromEntries(complete), Outputs: outputs };
  return { stacks: [{ name: 'stack', path: 'stack', template }], assetPath: () => undefined };
}

const bundle = {
  Runtime: 'nodejs24.x',
  Handler: 'index.handler',
  Code: { S3Key: 'abc.zip' },
  MemorySize: 128,
  Timeout: 3,
  Role: 'arn:aws:iam::000000000000:role/stack-Role',
  Environment: { Variables: {} },
};
const cors = { AllowHeaders: [], AllowMethods: [], AllowOrigins: ['*'], ExposeHeaders: [], MaxAge: 60 };

describe('the inventory', () => {
  test('resolves references to names, ARNs and addresses that stay the same at every start', () => {
    const inventory = takeInventory(
      assembly(
        {
          Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP', CorsConfiguration: cors } },
          Failures: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 60 } },
          Sender: {
            Type: 'AWS::Lambda::Function',
            Properties: { ...bundle, Environment: { Variables: { QUEUE: { Ref: 'Failures' } } } },
          },
          Logs: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: { Ref: 'Nowhere' } } },
        },
        {
          Url: { Value: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] } },
          Arn: { Value: { 'Fn::GetAtt': ['Failures', 'Arn'] } },
        },
      ),
      addresses,
    );
    expect(inventory.outputs).toEqual({
      Url: 'http://127.0.0.1:3000',
      Arn: 'arn:aws:sqs:us-east-1:000000000000:stack-Failures',
    });
    expect(inventory.of('AWS::SQS::Queue')).toMatchObject([
      { logicalId: 'Failures', path: 'stack/Failures/Resource', name: 'stack-Failures' },
    ]);
    expect(inventory.of('AWS::Lambda::Function')[0]?.properties).toMatchObject({
      Environment: { Variables: { QUEUE: 'http://127.0.0.1:4000/000000000000/stack-Failures' } },
    });
  });

  test('replaces URLs of AWS by those of the gateway and of the identity provider', () => {
    const inventory = takeInventory(
      assembly({
        Host: {
          Type: 'AWS::CloudFront::Distribution',
          Properties: {
            DistributionConfig: {
              DefaultCacheBehavior: {
                FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'arn' }],
                ResponseHeadersPolicyId: 'headers',
              },
            },
          },
        },
        SignIn: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { Domain: 'sps-1' } },
        Server: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            ...bundle,
            Environment: {
              Variables: {
                PANEL: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Host', 'DomainName'] }, '/admin/']] },
                SIGN_IN: { 'Fn::Sub': 'https://$' + '{SignIn}.auth.$' + '{AWS::Region}.amazoncognito.com' },
                OTHER: 'https://www.example.com/',
              },
            },
          },
        },
      }),
      addresses,
    );
    expect(inventory.of('AWS::Lambda::Function')[0]?.properties.Environment.Variables).toEqual({
      PANEL: 'http://127.0.0.1:3000/admin/',
      SIGN_IN: 'http://127.0.0.1:3000/_local/identity',
      OTHER: 'https://www.example.com/',
    });
  });

  test('leaves out a function that runs during a deployment only, whatever its runtime', () => {
    const inventory = takeInventory(
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
    expect(inventory.of('AWS::Lambda::Function').map(({ logicalId }) => logicalId)).toEqual(['Server']);
  });

  test.each([
    ['a type that it does not know', { Type: 'AWS::EC2::Instance' }, 'this type is not hosted'],
    [
      'a property that it does not know',
      { Type: 'AWS::SQS::Queue', Properties: { New: 1 } },
      'New: the local cloud does not know this property',
    ],
    [
      'a variable that does not resolve',
      {
        Type: 'AWS::Lambda::Function',
        Properties: { ...bundle, Environment: { Variables: { TABLE: { Ref: 'Gone' } } } },
      },
      "its property Environment can't be resolved: there is no resource called Gone",
    ],
    [
      'a route with IAM authorization',
      {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: { ApiId: 'a', RouteKey: 'GET /', Target: 'integrations/i', AuthorizationType: 'AWS_IAM' },
      },
      'AuthorizationType: must be NONE or CUSTOM',
    ],
    [
      'a managed policy that it does not know',
      { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] } },
      'ManagedPolicyArns.0: the local cloud does not know this managed policy',
    ],
    [
      'a schedule at fixed times',
      {
        Type: 'AWS::Scheduler::Schedule',
        Properties: { ScheduleExpression: 'cron(0 12 * * ? *)', Target: { Arn: 'f' } },
      },
      'ScheduleExpression: the local cloud runs schedules such as rate(5 minutes)',
    ],
  ])('refuses %s, with its logical id and path', (_, resource, problem) => {
    const take = () => takeInventory(assembly({ Thing: resource }), addresses);
    expect(take).toThrow(`Thing (${resource.Type}, stack/Thing/Resource) in stack: `);
    expect(take).toThrow(problem);
  });

  test('refuses a template with a section that it does not read', () => {
    const folder = temporaryFolder();
    const write = (file: string, value: object): void => writeFileSync(join(folder, file), JSON.stringify(value));
    write('manifest.json', {
      artifacts: { stack: { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' } } },
    });
    write('template.json', { Resources: {} });
    expect(readAssembly(folder).stacks).toEqual([
      { name: 'stack', path: 'stack', template: { Resources: {}, Outputs: {} } },
    ]);
    write('template.json', { Resources: {}, Conditions: {} });
    expect(() => readAssembly(folder)).toThrow(/template\.json: .*Conditions/);
  });
});

const scope: Scope = {
  reference(name) {
    if (name === 'Table') return 'blocks';
    throw new Error(`no ${name}`);
  },
  attribute: (logicalId, attribute) => `${logicalId}#${attribute}`,
  importValue: (name) => `imported ${name}`,
};

describe('intrinsic functions', () => {
  const cases: readonly [Json, Json][] = [
    [{ Ref: 'Table' }, 'blocks'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue#Arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Table' }, '3']] }, 'a-blocks-3'],
    [{ 'Fn::Sub': 'arn:$' + '{Table}:$' + '{Table}' }, 'arn:blocks:blocks'],
    [{ 'Fn::ImportValue': 'data:Table' }, 'imported data:Table'],
    [
      { list: [1, { Ref: 'Table' }, { Ref: 'Table', other: null }] },
      { list: [1, 'blocks', { Ref: 'Table', other: null }] },
    ],
    [{}, {}],
  ];
  test.each(cases)('%j resolves to %j', (value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test.each<[Json, string]>([
    [{ Ref: 'nowhere' }, 'no nowhere'],
    [{ 'Fn::Sub': '$' + '{Queue.Arn}' }, 'no Queue.Arn'],
    [{ 'Fn::If': ['IsLocal', 'yes', 'no'] }, 'Fn::If is not supported'],
    [{ 'Fn::GetAtt': 'Queue.Arn' }, 'Fn::GetAtt can\'t be used with "Queue.Arn"'],
    [{ 'Fn::Join': ['-', [['a', 'b']]] }, 'does not resolve to a string'],
  ])('%j is an error, never an empty string', (value, message) => {
    expect(() => resolve(value, scope)).toThrow(message);
  });
});
