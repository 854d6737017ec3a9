/**
 * The stateful stack: the tables of the design and the accounts of admins, and nothing else.
 *
 * Logical ids are fixed by hand: a table keeps its id, and so its data, wherever its construct moves. The other stacks
 * refer to tables and accounts by exported outputs, so CloudFormation refuses to delete or replace what is in use.
 */
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  CfnGlobalTable,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { AdminPool } from '../constructs/admin-pool.ts';
import { type StageStackProps, stackSettings } from './stage-stack.ts';

/** The tables that functions read and write. */
export interface Tables {
  /** One item per blocked user (decision 12). */
  readonly blocks: TableV2;
  /** One item per recorded action (decisions 14–17). */
  readonly activities: TableV2;
  /** Feature switches, settings and signing keys, by network. Only the authorizer may read the keys (decision 4). */
  readonly networks: TableV2;
  /** The outbox: every accepted event, for 30 days; its stream feeds what happens next (decisions 18 and 30). */
  readonly events: TableV2;
  /** Configuration and secrets of webhooks, and how their receivers do (decisions 20–29). */
  readonly webhooks: TableV2;
  /** One item per event and webhook, with its attempts; and attempts counted by the hour (decisions 22–25 and 30). */
  readonly deliveries: TableV2;
}

/** The attribute that holds the second at which DynamoDB may delete an item. */
const EXPIRY_ATTRIBUTE = 'expiresAt';

export class DataStack extends Stack {
  readonly tables: Tables;
  /** Where the stage's admins sign in with accounts. */
  readonly adminPool: AdminPool | undefined;

  constructor(scope: Construct, id: string, props: StageStackProps) {
    const isProtected = props.config.data.kind === 'protected';
    super(scope, id, {
      ...stackSettings(props.config),
      description: `Social Platform Services, ${props.config.name}: tables and accounts of admins`,
      terminationProtection: isProtected,
    });
    const shared = {
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected,
      removalPolicy: isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      replicas: props.config.placement.replicaRegions.map((region) => ({ region })),
    } as const satisfies Partial<TablePropsV2>;

    this.tables = {
      blocks: this.addTable('Blocks', {
        ...shared,
        partitionKey: text('netid_uid'),
        sortKey: text('blocked_userId'),
      }),
      activities: this.addTable('Activities', {
        ...shared,
        partitionKey: text('networkId_userId'),
        sortKey: text('createdAt'),
        timeToLiveAttribute: EXPIRY_ATTRIBUTE,
      }),
      networks: this.addTable('Networks', { ...shared, partitionKey: text('networkId') }),
      events: this.addTable('Events', {
        ...shared,
        partitionKey: text('networkId_eventId'),
        timeToLiveAttribute: EXPIRY_ATTRIBUTE,
        dynamoStream: StreamViewType.NEW_IMAGE,
      }),
      webhooks: this.addTable('Webhooks', {
        ...shared,
        partitionKey: text('networkId'),
        sortKey: text('webhookId'),
      }),
      deliveries: this.addTable('Deliveries', {
        ...shared,
        partitionKey: text('webhookId_shard'),
        sortKey: text('deliveryId'),
        timeToLiveAttribute: EXPIRY_ATTRIBUTE,
        globalSecondaryIndexes: [waitingDeliveries, dueRetries],
      }),
    };
    const { panel } = props.config;
    this.adminPool =
      panel.enabled && panel.signIn.kind === 'accounts'
        ? new AdminPool(this, 'Admins', { isProtected, secondFactor: panel.signIn.secondFactor })
        : undefined;
  }

  /** Adds a table with the logical id `<name>Table`, and its name as the output `<name>TableName`. */
  private addTable(name: string, props: TablePropsV2): TableV2 {
    const table = new TableV2(this, `${name}Table`, props);
    const resource = table.node.defaultChild;
    if (!(resource instanceof CfnGlobalTable)) throw new Error(`The table ${name} has no resource of its own.`);
    resource.overrideLogicalId(`${name}Table`);
    new CfnOutput(this, `${name}TableName`, { value: table.tableName, description: `Name of the ${name} table` });
    return table;
  }
}

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

/** The line of each webhook: what its receiver still has to get. Sparse: most deliveries are never in it. */
const waitingDeliveries: GlobalSecondaryIndexPropsV2 = {
  indexName: 'waiting',
  partitionKey: text('waitingWebhookId'),
  sortKey: text('waitingOrder'),
  projectionType: ProjectionType.KEYS_ONLY,
};

/** Retries of all webhooks that are too far off for a queue, by the time at which they are due. Sparse, too. */
const dueRetries: GlobalSecondaryIndexPropsV2 = {
  indexName: 'due',
  partitionKey: { name: 'dueBucket', type: AttributeType.NUMBER },
  sortKey: text('dueAt'),
  projectionType: ProjectionType.INCLUDE,
  // What the sweeper's messages are made of (lambdas/delivery/waiting-deliveries-table.ts).
  nonKeyAttributes: ['networkId', 'webhookId', 'eventId', 'event', 'createdAt', 'attemptCount', 'generation'],
};
