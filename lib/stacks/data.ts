/**
 * The stateful stack: the tables (contract/tables.ts) and the accounts of admins, and nothing else.
 *
 * Logical ids are set explicitly, so that a table keeps its id, and its data, when its construct moves. The other stacks
 * refer to tables and accounts by exported outputs, so CloudFormation refuses to delete or replace one that is in use.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
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
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import {
  blockedUserIndex,
  dueIndex,
  EXPIRY_ATTRIBUTE,
  type TableName,
  tableKeys,
  waitingIndex,
  webhookAuditIndex,
  webhookDueIndex,
} from '../../contract/tables.ts';
import type { StageConfig } from '../config.ts';
import { AdminPool } from '../constructs/admin-pool.ts';
import { setLogicalId } from '../constructs/logical-id.ts';
import type { SecretsKey } from '../constructs/service-function.ts';
import { removalPolicy, type StageStackProps, stackSettings } from './stage-stack.ts';

/** The tables that functions read and write. */
export interface Tables {
  /** One item per blocked user. */
  readonly blocks: TableV2;
  /** One item per recorded action. */
  readonly activities: TableV2;
  /** Feature switches, settings and signing keys, by network. Only the authorizer may read the keys. */
  readonly networks: TableV2;
  /** The outbox: every accepted event, until it expires; its stream feeds activity and webhooks. */
  readonly events: TableV2;
  /** Configuration and secrets of webhooks, and the health of their receivers. */
  readonly webhooks: TableV2;
  /** One item per event and webhook, with its attempts; and attempts counted by the hour. */
  readonly deliveries: TableV2;
  /** How much of its quotas each network has left. */
  readonly quotas: TableV2;
  /** Who changed what: one item per change. */
  readonly audit: TableV2;
}

export class DataStack extends Stack {
  readonly tables: Tables;
  /** Absent where the account's own key encrypts all tables. */
  readonly secretsKey: SecretsKey | undefined;
  /** The accounts of admins; absent if they come by link only. */
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
      removalPolicy: removalPolicy(props.config),
    } as const satisfies Partial<TablePropsV2>;

    this.tables = {
      blocks: this.addTable('Blocks', {
        ...shared,
        ...keysOf('blocks'),
        globalSecondaryIndexes: [blocksOfUsers],
      }),
      activities: this.addTable('Activities', { ...shared, ...keysOf('activities'), ...expiring }),
      networks: this.addTable('Networks', { ...shared, ...keysOf('networks') }),
      events: this.addTable('Events', {
        ...shared,
        ...keysOf('events'),
        ...expiring,
        dynamoStream: StreamViewType.NEW_IMAGE,
      }),
      webhooks: this.addTable('Webhooks', {
        ...shared,
        ...keysOf('webhooks'),
        globalSecondaryIndexes: [dueBacklogs],
      }),
      deliveries: this.addTable('Deliveries', {
        ...shared,
        ...keysOf('deliveries'),
        ...expiring,
        globalSecondaryIndexes: [waitingDeliveries, dueDeliveries],
      }),
      quotas: this.addTable('Quotas', { ...shared, ...keysOf('quotas'), ...expiring }),
      audit: this.addTable('Audit', {
        ...shared,
        ...keysOf('audit'),
        ...expiring,
        globalSecondaryIndexes: [changesOfWebhooks],
      }),
    };
    const { networks, webhooks } = this.tables;
    this.secretsKey =
      props.config.dataKey === 'customer-managed' ? this.addSecretsKey(props.config, [networks, webhooks]) : undefined;
    new CfnOutput(this, 'Quotas', {
      value: JSON.stringify(props.config.quotas),
      description: 'Quotas of a network by default, and the highest',
    });
    new CfnOutput(this, 'Retention', {
      value: JSON.stringify(props.config.retention),
      description: 'Days after which events, deliveries and entries of the audit trail expire',
    });
    const { panel } = props.config;
    this.adminPool =
      panel.enabled && panel.signIn.kind === 'accounts'
        ? new AdminPool(this, 'Admins', {
            isProtected,
            removalPolicy: removalPolicy(props.config),
            secondFactor: panel.signIn.secondFactor,
          })
        : undefined;
  }

  /**
   * Encrypts tables with a key of the stage. It stays when its tables do: without it they can't be read. TableV2 takes no key in a
   * stack without a region, so it is written into the template.
   */
  private addSecretsKey(config: StageConfig, tables: readonly TableV2[]): SecretsKey {
    const key = new Key(this, 'SecretsKey', {
      description: `Tables with secrets of the stage ${config.name}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy(config),
    });
    setLogicalId(key, 'SecretsKey');
    for (const table of tables) {
      const resource = table.node.findAll().find((child) => child instanceof CfnGlobalTable);
      resource?.addPropertyOverride('SSESpecification.SSEType', 'KMS');
      resource?.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: key.keyArn });
    }
    return { keyArn: key.keyArn, tables };
  }

  /** Adds a table with the logical id `<name>Table`, and its name as the output `<name>TableName`. */
  private addTable(name: string, props: TablePropsV2): TableV2 {
    const table = new TableV2(this, `${name}Table`, props);
    setLogicalId(table, `${name}Table`);
    new CfnOutput(this, `${name}TableName`, { value: table.tableName, description: `Name of the ${name} table` });
    return table;
  }
}

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

function keysOf(table: TableName): Pick<TablePropsV2, 'partitionKey' | 'sortKey'> {
  const [partitionKey, sortKey] = tableKeys[table];
  return { partitionKey: text(partitionKey), ...(sortKey !== undefined && { sortKey: text(sortKey) }) };
}

const expiring = { timeToLiveAttribute: EXPIRY_ATTRIBUTE };

const blocksOfUsers: GlobalSecondaryIndexPropsV2 = {
  indexName: blockedUserIndex.indexName,
  partitionKey: text(blockedUserIndex.partitionKey),
  sortKey: text(blockedUserIndex.sortKey),
  projectionType: ProjectionType.KEYS_ONLY,
};

const waitingDeliveries: GlobalSecondaryIndexPropsV2 = {
  indexName: waitingIndex.indexName,
  partitionKey: text(waitingIndex.partitionKey),
  sortKey: text(waitingIndex.sortKey),
  projectionType: ProjectionType.KEYS_ONLY,
};

const dueBacklogs: GlobalSecondaryIndexPropsV2 = {
  indexName: webhookDueIndex.indexName,
  partitionKey: { name: webhookDueIndex.partitionKey, type: AttributeType.NUMBER },
  sortKey: text(webhookDueIndex.sortKey),
  projectionType: ProjectionType.KEYS_ONLY,
};

const changesOfWebhooks: GlobalSecondaryIndexPropsV2 = {
  indexName: webhookAuditIndex.indexName,
  partitionKey: text(webhookAuditIndex.partitionKey),
  sortKey: text(webhookAuditIndex.sortKey),
  projectionType: ProjectionType.ALL,
};

const dueDeliveries: GlobalSecondaryIndexPropsV2 = {
  indexName: dueIndex.indexName,
  partitionKey: { name: dueIndex.partitionKey, type: AttributeType.NUMBER },
  sortKey: text(dueIndex.sortKey),
  projectionType: ProjectionType.INCLUDE,
  nonKeyAttributes: [...dueIndex.projected],
};
