/** The network of the functions that send to receivers, in a stage with static addresses. */
import { globSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import { rangeOf } from '../../lambdas/shared/address-ranges.ts';
import { mayReach } from '../../lambdas/shared/webhook-url.ts';
import { type StageConfig, stages } from '../../lib/config.ts';
import { handlers } from '../../lib/functions/handlers.ts';
import { SocialPlatform } from '../../lib/social-platform.ts';
import { refuseUnfitStage } from '../../lib/stage-checks.ts';
import { importsOf } from '../../scripts/imports/import-graph.ts';
import { reachableFrom } from '../../scripts/imports/measures.ts';
import { functionsOf } from './listing.ts';
import { refersTo, sources, synthesized } from './synthesized.ts';

const { prod } = stages;
const withAddresses = (zones?: readonly [string, string]): StageConfig => ({
  ...prod,
  delivery: { ...prod.delivery, staticAddresses: true, ...(zones && { zones }) },
});
const { service } = synthesized(withAddresses());

/** Another one in an app of its own, with an account and a region, in zones that it names, and with data that may go. */
const ZONES = ['eu-west-1b', 'eu-west-1c'] as const;
const app = new App({ treeMetadata: false, context: { 'aws:cdk:disable-asset-staging': true } });
const elsewhere = new SocialPlatform(
  app,
  'here',
  {
    ...withAddresses(ZONES),
    data: { kind: 'disposable', reason: 'a test' },
    env: { account: '111122223333', region: 'eu-west-1' },
  },
  sources,
).stacks.service;
const { missing = [] } = app.synth().manifest;
const disposable = Template.fromStack(elsewhere);

const ADDRESSES = ['SourceAddress1', 'SourceAddress2'];
const senders = service.ofType('AWS::Lambda::Function').filter(([, { Properties }]) => 'VpcConfig' in Properties);

/** By logical id, what a resource refers to and depends on; the names of other things among them do no harm. */
const neededBy = new Map(
  service.all().map(([id, { Properties, DependsOn }]) => {
    const references = JSON.stringify(Properties).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g);
    return [id, [...DependsOn, ...references.map(([, other = '']) => other)]];
  }),
);

/** What a resource waits for, directly or by others. */
function waitsFor(logicalId: string): ReadonlySet<string> {
  const found = new Set([logicalId]);
  for (const each of found) for (const other of neededBy.get(each) ?? []) found.add(other);
  return found;
}

describe('without static addresses', () => {
  test('a stage has nothing of a network, and no function is in one; so are all stages of this repository', () => {
    for (const { delivery } of Object.values<StageConfig>(stages)) expect(delivery.staticAddresses).toBeUndefined();
    const { service: without } = synthesized(prod);
    expect(without.all().filter(([, { Type }]) => Type.startsWith('AWS::EC2::'))).toEqual([]);
    expect(JSON.stringify(without.template.toJSON())).not.toMatch(/VpcConfig|SOURCE_ADDRESSES|ec2:/);
  });
});

describe('the addresses', () => {
  test('are two, each of a NAT gateway in a public subnet of its zone, which its private subnet sends to', () => {
    expect(service.ofType('AWS::EC2::EIP').map(([id]) => id)).toEqual(ADDRESSES);
    const gateways = service.ofType('AWS::EC2::NatGateway');
    expect(gateways).toHaveLength(2);
    const zoneOf = (subnet: string): unknown => service.resource(subnet).Properties['AvailabilityZone'];
    const zones = gateways.map(([gateway, { Properties }], index) => {
      expect(Properties).toMatchObject({ AllocationId: { 'Fn::GetAtt': [ADDRESSES[index], 'AllocationId'] } });
      const { Ref: outside } = v.parse(v.object({ Ref: v.string() }), Properties['SubnetId']);
      const [toGateway] = service.ofType('AWS::EC2::Route').filter(([, route]) => refersTo(route.Properties, gateway));
      const inside = service
        .ofType('AWS::EC2::Subnet')
        .find(([subnet]) =>
          service
            .ofType('AWS::EC2::SubnetRouteTableAssociation')
            .some(
              ([, { Properties: association }]) =>
                refersTo(association, subnet) &&
                JSON.stringify(association['RouteTableId']) ===
                  JSON.stringify(toGateway?.[1].Properties['RouteTableId']),
            ),
        );
      expect(toGateway?.[1].Properties).toMatchObject({ DestinationCidrBlock: '0.0.0.0/0' });
      expect(zoneOf(inside?.[0] ?? '')).toEqual(zoneOf(outside));
      return zoneOf(outside);
    });
    expect(zones).toEqual([0, 1].map((zone) => ({ 'Fn::Select': [zone, { 'Fn::GetAZs': '' }] })));
  });

  test('are kept when their stack goes or their setting does, as data is, and otherwise deleted with it', () => {
    for (const id of ADDRESSES) {
      expect(service.resource(id)).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
      expect(disposable.findResources('AWS::EC2::EIP')[id]).toMatchObject({ DeletionPolicy: 'Delete' });
    }
  });

  test('are known to the route that lists them, which may note a date and nothing else, and to nobody else', () => {
    const knowing = functionsOf(service).filter(({ variables }) => 'SOURCE_ADDRESSES' in variables);
    expect(knowing.map(({ handler }) => handler)).toEqual(['api/list-source-addresses']);
    const publicIps = ADDRESSES.map((id) => ({ 'Fn::GetAtt': [id, 'PublicIp'] }));
    const list = { 'Fn::Join': [',', publicIps] };
    expect(knowing[0]?.variables['SOURCE_ADDRESSES']).toEqual(list);
    service.template.hasOutput('SourceAddresses', { Value: list });
    expect(knowing[0]?.rights).toEqual([
      {
        action: 'dynamodb:PutItem',
        resource: 'WebhooksTable',
        condition: expect.stringContaining('#source-addresses'),
      },
    ]);
  });

  test('are in the zones that the stage names, without a question to AWS in any app', () => {
    expect(missing).toEqual([]);
    const subnets = Object.values(disposable.findResources('AWS::EC2::Subnet'));
    expect(new Set(subnets.map(({ Properties }) => Properties.AvailabilityZone))).toEqual(new Set(ZONES));
    expect(elsewhere.availabilityZones).toEqual(ZONES);
  });
});

describe('the functions in the network', () => {
  test('are those whose code can send to receivers, both lanes included, and no others', () => {
    const graph = importsOf(globSync('{client,contract,lambdas}/**/*.ts', { exclude: ['**/*.d.ts'] }), []);
    const sending = handlers.filter((handler) =>
      reachableFrom(graph, `lambdas/${handler}.ts`).has('lambdas/sending/stage-senders.ts'),
    );
    expect(sending).toContain('delivery/sign-and-send');
    const expected = sending.flatMap((handler) => service.functionsOf(handler).map(([id]) => id));
    expect(senders.map(([id]) => id).sort()).toEqual(expected.sort());
    expect(senders).toHaveLength(4);
  });

  test('are in the private subnets of both zones, with one security group', () => {
    const configs = new Set(senders.map(([, { Properties }]) => JSON.stringify(Properties['VpcConfig'])));
    expect(configs.size).toBe(1);
    const [config] = configs;
    const [group] = service.only('AWS::EC2::SecurityGroup');
    const isInside = ([, { Properties }]: (typeof senders)[number]) => JSON.stringify(Properties).includes('Private');
    expect(JSON.parse(config ?? '')).toEqual({
      SecurityGroupIds: [{ 'Fn::GetAtt': [group, 'GroupId'] }],
      SubnetIds: service
        .ofType('AWS::EC2::Subnet')
        .filter(isInside)
        .map(([Ref]) => ({ Ref })),
    });
  });

  test('wait for the way to the internet and the rights of Lambda, for which their subnets wait too', () => {
    const inside = service.ofType('AWS::EC2::Route').filter(([, { Properties }]) => 'NatGatewayId' in Properties);
    const [rights] = service
      .ofType('AWS::IAM::Policy')
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('ec2:'));
    for (const [id] of senders) {
      const before = waitsFor(id);
      for (const [route] of inside) expect(before).toContain(route);
      expect(service.resource(id).DependsOn).toContain(rights?.[0]);
    }
    // Removed in the opposite order: Lambda deletes its interfaces by these rights before the subnets can go.
    const interfacesIn = [...service.ofType('AWS::EC2::SecurityGroup'), ...service.ofType('AWS::EC2::Subnet')].filter(
      ([id]) => senders.some(([, { Properties }]) => refersTo(Properties['VpcConfig'], id)),
    );
    expect(interfacesIn).toHaveLength(3);
    for (const [id] of interfacesIn) expect(waitsFor(id)).toContain(rights?.[0]);
  });

  test('may not manage interfaces themselves: only Lambda may, in their name', () => {
    const policies = service.ofType('AWS::IAM::Policy').map(([, { Properties }]) => Properties);
    const [ofInterfaces, ...more] = policies.filter((properties) => JSON.stringify(properties).includes('ec2:'));
    expect(more).toEqual([]);
    const roles = senders.map(([, { Properties }]) => Properties['Role']);
    expect(ofInterfaces?.['Roles']).toEqual(
      v
        .parse(v.array(v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) })), roles)
        .map(({ 'Fn::GetAtt': [Ref] }) => ({ Ref })),
    );
    const Statement = v.object({ Action: v.array(v.string()), Effect: v.string(), Condition: v.optional(v.unknown()) });
    const { Statement: statements } = v.parse(
      v.object({ Statement: v.array(Statement) }),
      ofInterfaces?.['PolicyDocument'],
    );
    expect(statements).toEqual([
      { Effect: 'Allow', Action: expect.arrayContaining(['ec2:CreateNetworkInterface', 'ec2:DeleteNetworkInterface']) },
      {
        Effect: 'Deny',
        Action: statements[0]?.Action,
        Condition: { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
      },
    ]);
  });
});

describe('the network', () => {
  test('lets nothing in, and out only what a webhook may have as its port, by IPv4', () => {
    const [, { SecurityGroupEgress, ...group }] = service.only('AWS::EC2::SecurityGroup');
    expect(group).not.toHaveProperty('SecurityGroupIngress');
    for (const type of ['AWS::EC2::SecurityGroupIngress', 'AWS::EC2::SecurityGroupEgress'])
      expect(service.ofType(type)).toEqual([]);
    expect(SecurityGroupEgress).toMatchObject(
      [
        [80, 80],
        [443, 443],
        [1_024, 65_535],
      ].map(([FromPort, ToPort]) => ({ CidrIp: '0.0.0.0/0', IpProtocol: 'tcp', FromPort, ToPort })),
    );
    expect(JSON.stringify(service.template.toJSON())).not.toMatch(/Ipv6|::\/0/);
  });

  test('resolves names, reaches DynamoDB without a NAT gateway, and logs what it refuses', () => {
    expect(service.only('AWS::EC2::VPC')[1]).toMatchObject({ EnableDnsSupport: true, CidrBlock: '10.0.0.0/20' });
    const [, endpoint] = service.only('AWS::EC2::VPCEndpoint');
    expect(endpoint).toMatchObject({ VpcEndpointType: 'Gateway' });
    expect(JSON.stringify(endpoint['ServiceName'])).toContain('.dynamodb');
    const tables = service
      .ofType('AWS::EC2::Route')
      .filter(([, { Properties }]) => 'NatGatewayId' in Properties)
      .map(([, { Properties }]) => Properties['RouteTableId']);
    expect(endpoint['RouteTableIds']).toEqual(tables);
    expect(service.only('AWS::EC2::FlowLog')[1]).toMatchObject({ ResourceType: 'VPC', TrafficType: 'REJECT' });
  });

  test('is out of reach of webhooks, its resolver and its gateways included', () => {
    const { CidrBlock } = v.parse(v.object({ CidrBlock: v.string() }), service.only('AWS::EC2::VPC')[1]);
    const [, base = '', size = ''] = /^(10\.0\.0)\.0\/(\d+)$/.exec(CidrBlock) ?? [];
    const addresses = 2 ** (32 - Number(size));
    expect(addresses).toBe(4_096);
    const last = `10.0.${addresses / 256 - 1}.255`;
    for (const address of [`${base}.0`, `${base}.2`, last, '169.254.169.253'])
      expect({ address, isReached: mayReach(rangeOf(address), publicHttpsOnly) }).toEqual({
        address,
        isReached: false,
      });
  });

  test('is the same in whatever app, and gives no public address to what is in it', () => {
    for (const [, { Type, Properties }] of service.all()) {
      if (!Type.startsWith('AWS::EC2::')) continue;
      expect(JSON.stringify(Properties)).not.toContain('prod/');
      if (Type === 'AWS::EC2::Subnet') expect(Properties).toMatchObject({ MapPublicIpOnLaunch: false });
    }
  });
});

describe('zones', () => {
  test.each<[string, StageConfig['delivery'], RegExp]>([
    ['twice the same', { ...withAddresses(['a', 'a']).delivery }, /delivery.zones must be two different .*, not a, a/],
    ['of no network', { ...prod.delivery, zones: ['a', 'b'] }, /delivery.zones needs delivery.staticAddresses/],
  ])('are refused: %s', (_, delivery, message) => {
    expect(() => refuseUnfitStage({ ...prod, delivery })).toThrow(message);
    expect(() => refuseUnfitStage(withAddresses(['a', 'b']))).not.toThrow();
  });
});
