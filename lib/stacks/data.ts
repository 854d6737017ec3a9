/**
 * The stateful stack: the tables (contract/tables.ts) and the accounts of admins, and nothing else.
 *
 * Logical ids are set explicitly, so that a table keeps its id, and its data, when its construct moves. The other
 * stacks refer to tables and accounts by exported outputs, so CloudFormation refuses to delete or replace one that is
 * in use.
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
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import {
  acceptedIndex,
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
import { setLogicalId } from '../constructs/ids.ts';
import type { StageTable, Variables } from '../constructs/uses.ts';
import {
  isProtected,
  removalPolicy,
  removalPolicyOfGuarded,
  type StageStackProps,
  stackSettings,
} from './stage-stack.ts';

/** The tables that functions read and write. */
export type Tables = Readonly<Record<TableName, StageTable>>;

/** What a table has besides its keys. */
interface TableOptions {
  readonly expires?: boolean;
  readonly streams?: boolean;
  readonly indexes?: readonly GlobalSecondaryIndexPropsV2[];
  /**
   * Whether it has secrets: then a key of the account or of the stage encrypts it, and KMS charges its calls. The others
   * have the key that DynamoDB owns, at no price, and no reader notices a difference
   * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html).
   */
  readonly hasSecrets?: boolean;
}

export class DataStack extends Stack {
  readonly tables: Tables;
  /** The accounts of admins; absent if they come by link only. */
  readonly adminPool: AdminPool | undefined;
  private readonly config: StageConfig;
  /** The stage's own key of the tables with secrets; absent where the account's own encrypts them. */
  private readonly secretsKey: Key | undefined;

  constructor(scope: Construct, id: string, props: StageStackProps) {
    const { config } = props;
    super(scope, id, {
      ...stackSettings(props, 'data'),
      description: `Social Platform Services, ${config.name}: tables and accounts of admins`,
    });
    this.config = config;
    const { dataKey, panel, quotas, retention } = config;
    const RETENTION = JSON.stringify(retention);
    const QUOTAS = JSON.stringify(quotas.network);
    this.secretsKey = dataKey === 'customer-managed' ? this.addSecretsKey() : undefined;
    this.tables = {
      blocks: this.addTable('blocks', (BLOCKS_TABLE) => ({ BLOCKS_TABLE }), {
        expires: true,
        indexes: [keysOnly(blockedUserIndex)],
      }),
      activities: this.addTable('activities', (ACTIVITIES_TABLE) => ({ ACTIVITIES_TABLE }), { expires: true }),
      networks: this.addTable('networks', (NETWORKS_TABLE) => ({ NETWORKS_TABLE }), { hasSecrets: true }),
      events: this.addTable('events', (EVENTS_TABLE) => ({ EVENTS_TABLE, RETENTION }), {
        expires: true,
        streams: true,
        indexes: [including(acceptedIndex)],
      }),
      webhooks: this.addTable('webhooks', (WEBHOOKS_TABLE) => ({ WEBHOOKS_TABLE }), {
        expires: true,
        indexes: [keysOnly(webhookDueIndex, AttributeType.NUMBER)],
        hasSecrets: true,
      }),
      deliveries: this.addTable('deliveries', (DELIVERIES_TABLE) => ({ DELIVERIES_TABLE, RETENTION }), {
        expires: true,
        indexes: [keysOnly(waitingIndex), including(dueIndex, AttributeType.NUMBER)],
      }),
      quotas: this.addTable('quotas', (QUOTAS_TABLE) => ({ QUOTAS_TABLE, QUOTAS }), { expires: true }),
      audit: this.addTable('audit', (AUDIT_TABLE) => ({ AUDIT_TABLE, RETENTION }), {
        expires: true,
        indexes: [{ ...keysOnly(webhookAuditIndex), projectionType: ProjectionType.ALL }],
      }),
      adminLinks: this.addTable('adminLinks', (ADMIN_LINKS_TABLE) => ({ ADMIN_LINKS_TABLE }), { expires: true }),
    };
    new CfnOutput(this, 'Quotas', {
      value: JSON.stringify(quotas),
      description: 'Quotas of a network by default, and the highest',
    });
    new CfnOutput(this, 'Retention', {
      value: RETENTION,
      description: 'Days after which events, deliveries and entries of the audit trail expire',
    });
    this.adminPool =
      panel.enabled && panel.signIn.kind === 'accounts'
        ? new AdminPool(this, 'Admins', {
            isProtected: isProtected(config),
            removalPolicy: removalPolicyOfGuarded(config),
            secondFactor: panel.signIn.secondFactor,
          })
        : undefined;
  }

  /** The key of the tables with secrets. It stays when they do: without it they can't be read. */
  private addSecretsKey(): Key {
    const key = new Key(this, 'SecretsKey', {
      description: `Tables with secrets of the stage ${this.config.name}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy(this.config),
    });
    setLogicalId(key, 'SecretsKey');
    return key;
  }

  /** Adds a table with the logical id `<Name>Table`, and its name as the output `<Name>TableName`. */
  private addTable(
    table: TableName,
    variables: (name: string) => Variables,
    { expires = false, streams = false, indexes = [], hasSecrets = false }: TableOptions,
  ): StageTable {
    const [partitionKey, sortKey] = tableKeys[table];
    const key = hasSecrets ? this.secretsKey : undefined;
    const name = `${table.charAt(0).toUpperCase()}${table.slice(1)}`;
    const created = new TableV2(this, `${name}Table`, {
      partitionKey: text(partitionKey),
      ...(sortKey !== undefined && { sortKey: text(sortKey) }),
      globalSecondaryIndexes: [...indexes],
      ...(expires && { timeToLiveAttribute: EXPIRY_ATTRIBUTE }),
      ...(streams && { dynamoStream: StreamViewType.NEW_IMAGE }),
      billing: Billing.onDemand(),
      encryption: hasSecrets ? TableEncryptionV2.awsManagedKey() : TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isProtected(this.config),
      removalPolicy: removalPolicyOfGuarded(this.config),
    });
    setLogicalId(created, `${name}Table`);
    if (key !== undefined) encryptWith(key, created);
    new CfnOutput(this, `${name}TableName`, { value: created.tableName, description: `Name of the ${name} table` });
    return { table: created, variables: variables(created.tableName), keyArn: key?.keyArn };
  }
}

/** TableV2 takes no key in a stack without a region, so it is written into the template. */
function encryptWith({ keyArn }: Key, table: TableV2): void {
  const resource = table.node.findAll().find((child) => child instanceof CfnGlobalTable);
  resource?.addPropertyOverride('SSESpecification.SSEType', 'KMS');
  resource?.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: keyArn });
}

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

interface IndexKeys {
  readonly indexName: string;
  readonly partitionKey: string;
  readonly sortKey: string;
}

const keysOnly = (
  { indexName, partitionKey, sortKey }: IndexKeys,
  type = AttributeType.STRING,
): GlobalSecondaryIndexPropsV2 => ({
  indexName,
  partitionKey: { name: partitionKey, type },
  sortKey: text(sortKey),
  projectionType: ProjectionType.KEYS_ONLY,
});

const including = (
  index: IndexKeys & { readonly projected: readonly string[] },
  type?: AttributeType,
): GlobalSecondaryIndexPropsV2 => ({
  ...keysOnly(index, type),
  projectionType: ProjectionType.INCLUDE,
  nonKeyAttributes: [...index.projected],
});
