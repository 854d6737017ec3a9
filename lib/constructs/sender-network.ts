/**
 * The network of the functions that send to receivers, and its fixed addresses (docs/adr/0068-source-addresses.md): two
 * zones, each with a NAT gateway and its address.
 *
 * Nothing is called in it, and it is connected to no other network. DynamoDB is reached by an endpoint without a price,
 * and everything else by the NAT gateways.
 */
import { Fn, Tags, Validations } from 'aws-cdk-lib';
import {
  CfnEIP,
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  NatProvider,
  Peer,
  Port,
  SecurityGroup,
  type SubnetSelection,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Effect, Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { webhookPorts } from '../../contract/target-policy.ts';
import { SOURCE_ADDRESSES, type StageConfig } from '../config.ts';
import { removalPolicy } from '../stacks/stage-stack.ts';
import { fullName } from '../stage-names.ts';
import type { FunctionNetwork, LogSettings } from './service-function.ts';

/** Room for more network interfaces than Lambda ever makes in a network: 500 unless AWS raises the quota. */
const [ADDRESSES, SENDERS, GATEWAYS] = ['10.0.0.0/20', 22, 28] as const;
/** Tags with this priority win over those that the CDK sets, which have a path of its app. */
const OVER_THE_CDK = 300;

interface SenderNetworkProps {
  readonly config: StageConfig;
  readonly logs: LogSettings;
}

export class SenderNetwork extends Construct implements FunctionNetwork {
  readonly vpc: IVpc;
  readonly subnets: SubnetSelection = { subnetType: SubnetType.PRIVATE_WITH_EGRESS };
  readonly securityGroup: SecurityGroup;
  /** The addresses that receivers see, with commas. */
  readonly addresses: string;
  private readonly interfaces: Policy;

  constructor(scope: Construct, id: string, { config, logs }: SenderNetworkProps) {
    super(scope, id);
    const elastic = Array.from({ length: SOURCE_ADDRESSES }, (_, zone) => addressOf(this, config, zone + 1));
    this.addresses = Fn.join(
      ',',
      elastic.map(({ attrPublicIp }) => attrPublicIp),
    );
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr(ADDRESSES),
      maxAzs: SOURCE_ADDRESSES,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: elastic.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'Senders', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: SENDERS },
        { name: 'Gateways', subnetType: SubnetType.PUBLIC, cidrMask: GATEWAYS, mapPublicIpOnLaunch: false },
      ],
      // It takes a function that changes the network, and nothing has that group.
      restrictDefaultSecurityGroup: false,
    });
    if (!isIVpc(vpc)) throw new Error(`${vpc.node.path} has a VPN gateway.`);
    this.vpc = vpc;
    Tags.of(this.vpc).add('Name', fullName(config), { priority: OVER_THE_CDK });
    this.vpc.addGatewayEndpoint('Tables', {
      service: GatewayVpcEndpointAwsService.DYNAMODB,
      subnets: [this.subnets],
    });
    // What the security group refuses: no function asks for anything else.
    this.vpc.addFlowLog('Refused', {
      destination: FlowLogDestination.toCloudWatchLogs(new LogGroup(this, 'Logs', logs)),
      trafficType: FlowLogTrafficType.REJECT,
    });
    this.securityGroup = new SecurityGroup(this, 'Senders', {
      vpc: this.vpc,
      description: 'Functions that send to receivers: nothing comes in',
      allowAllOutbound: false,
    });
    // Security groups do not stop questions to the resolver of the network.
    const { named, firstFree, last } = webhookPorts;
    for (const port of [...named.map((number) => Port.tcp(number)), Port.tcpRange(firstFree, last)])
      this.securityGroup.addEgressRule(Peer.anyIpv4(), port, 'Ports that a webhook may have, and AWS');
    this.interfaces = this.addInterfaces();
  }

  connect(role: Role): Construct {
    role.attachInlinePolicy(this.interfaces);
    return this.interfaces;
  }

  /**
   * The rights by which Lambda manages interfaces in the name of functions, without which it could not remove them
   * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html). They are a policy of its own, which is
   * removed after the subnets. The functions' own code has none of them.
   */
  private addInterfaces(): Policy {
    const actions = [
      'AssignPrivateIpAddresses',
      'CreateNetworkInterface',
      'DeleteNetworkInterface',
      'DescribeNetworkInterfaces',
      'DescribeSubnets',
      'UnassignPrivateIpAddresses',
    ].map((action) => `ec2:${action}`);
    const ofFunctions = { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } };
    const policy = new Policy(this, 'Interfaces', {
      statements: [
        new PolicyStatement({ actions, resources: ['*'] }),
        new PolicyStatement({ effect: Effect.DENY, actions, resources: ['*'], conditions: ofFunctions }),
      ],
    });
    Validations.of(policy).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'Lambda makes the interfaces, and describing them takes no resource; code of functions is denied all of it.',
    });
    for (const subnet of this.vpc.privateSubnets) subnet.node.addDependency(policy);
    this.securityGroup.node.addDependency(policy);
    return policy;
  }
}

/** Kept with the data of a stage: customers have it in their firewalls, and it does not come back. */
function addressOf(scope: Construct, config: StageConfig, number: number): CfnEIP {
  const address = new CfnEIP(scope, `Address${number}`, {
    domain: 'vpc',
    tags: [{ key: 'Name', value: `${fullName(config)}-${number}` }],
  });
  address.overrideLogicalId(`SourceAddress${number}`);
  address.applyRemovalPolicy(removalPolicy(config));
  return address;
}

/** The zones of the network, by name or as the region has them: the CDK would ask AWS, with credentials. */
export const zonesOf = ({ delivery: { zones } }: StageConfig): string[] => [
  ...(zones ?? Array.from({ length: SOURCE_ADDRESSES }, (_, zone) => Fn.select(zone, Fn.getAzs()))),
];

/** The class has a member that may be undefined, which the interface forbids. */
const isIVpc = (vpc: Vpc): vpc is Vpc & IVpc => vpc.vpnGatewayId === undefined;
