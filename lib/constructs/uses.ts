/**
 * What a function works with. One statement gives both the variables by which its code finds a resource, and the right
 * to exactly these actions on it. A table's ARN covers neither its indexes nor its stream.
 */
import { Aws } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionEnvironmentVariable } from '../../contract/function-environment.ts';
import { settingNames } from '../../contract/network-settings.ts';
import { webhookAuditIndex } from '../../contract/tables.ts';

export type Variables = Partial<Record<FunctionEnvironmentVariable, string>>;

/** A resource or a setting that a function uses. */
export interface Use {
  readonly variables: Variables;
  readonly rights: readonly PolicyStatement[];
  /** Findings of cdk-nag about the rights, and why they are as they should be. */
  readonly acknowledged?: readonly { readonly id: string; readonly reason: string }[];
}

/** A table of the stage. */
export interface StageTable {
  readonly table: TableV2;
  /** Its name, and what a function must know to work with its items. */
  readonly variables: Variables;
  /** The stage's own key, if that encrypts it. */
  readonly keyArn?: string | undefined;
}

type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'Scan'
  | 'UpdateItem';

/** IAM conditions: operator → key → values. */
type Conditions = Record<string, Record<string, string | readonly string[]>>;

/** Exactly these actions on one resource by its ARN, without a variable. */
export const may = (actions: readonly string[], resource: string, conditions: Conditions = {}): Use => ({
  variables: {},
  rights: [new PolicyStatement({ actions: [...actions], resources: [resource], conditions })],
});

/** Settings, without a right. */
export const given = (variables: Variables): Use => ({ variables, rights: [] });

/** Items of a table. */
export const on = (table: StageTable, ...actions: readonly TableAction[]): Use =>
  ofTable(table, actions, table.table.tableArn);

/** Items of a table by one of its indexes. */
export const onIndex = (table: StageTable, { indexName }: { readonly indexName: string }): Use =>
  ofTable(table, ['Query'], `${table.table.tableArn}/index/${indexName}`);

/** The settings of a network, never its signing keys (docs/spec/access.md#authorizer). */
export const readsSettings = (networks: StageTable): Use => readsAttributes(networks, settings);

/** The same, with the quotas and the names of the signing keys. */
export const readsDescription = (networks: StageTable): Use =>
  readsAttributes(networks, [...settings, 'quotas', 'signingKeyNames']);

/**
 * Notes how many webhooks a network has, and can change nothing else of it, nor see it in the response
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html).
 */
export const notesWebhooks = (networks: StageTable): Use =>
  ofTable(networks, ['UpdateItem'], networks.table.tableArn, {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['networkId', 'webhooks'] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
  });

/** When which fields of webhooks were changed, and from what, but never by whom. */
export const readsChanges = (audit: StageTable): Use =>
  ofTable(
    audit,
    ['Query'],
    `${audit.table.tableArn}/index/${webhookAuditIndex.indexName}`,
    only([webhookAuditIndex.partitionKey, webhookAuditIndex.sortKey, 'action', 'at', 'changes']),
  );

/** Takes persons out of entries of the audit trail, and can change nothing else of them, nor see who did what. */
export const forgetsPersons = (audit: StageTable): Use => {
  const { tableArn } = audit.table;
  const about = only([webhookAuditIndex.partitionKey, 'networkId', webhookAuditIndex.sortKey, 'changes']);
  const finds = ofTable(audit, ['Query'], `${tableArn}/index/${webhookAuditIndex.indexName}`, about);
  const changes = ofTable(audit, ['UpdateItem'], tableArn, {
    ...about,
    StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
  });
  return { ...finds, rights: [...finds.rights, ...changes.rights] };
};

/** Only the hourly counts of the deliveries table: no delivery, and no response of a receiver. */
export const readsAttemptCounts = (deliveries: StageTable): Use => inPartitions(deliveries, ['Query'], 'wh_*_hours');

/** Notes in a webhook when its events were last read, and can change nothing else of it. */
export const notesReads = (webhooks: StageTable): Use => notes(webhooks, 'pulled');

/** Notes in a webhook up to when its recoveries are stopped, and can change nothing else of it. */
export const notesStops = (webhooks: StageTable): Use => notes(webhooks, 'recoveriesStopped');

const notes = (webhooks: StageTable, attribute: string): Use =>
  ofTable(webhooks, ['UpdateItem'], webhooks.table.tableArn, {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['networkId', 'webhookId', attribute] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
  });

/** Only the addresses of networks for notices, which are in the webhooks table. */
export const onNoticeAddresses = (webhooks: StageTable, ...actions: readonly TableAction[]): Use =>
  inPartitions(webhooks, actions, '*#notices');

/** Only how networks look in the panel, which is in the webhooks table. */
export const readsBranding = (webhooks: StageTable): Use => inPartitions(webhooks, ['GetItem'], '*#branding');

/** Notes since when source addresses have been listed, which is in the webhooks table. */
export const datesAddresses = (webhooks: StageTable): Use => inPartitions(webhooks, ['PutItem'], '#source-addresses');

/** Only requests with an idempotency key and their responses, which are in the webhooks table. */
export const onKeyedRequests = (webhooks: StageTable): Use => inPartitions(webhooks, ['UpdateItem'], '*#requests');

/** Sends messages to a queue, whose URL is in the variable. */
export const sends = (queue: Queue, variable: FunctionEnvironmentVariable): Use =>
  ofQueue(queue, variable, ['sqs:SendMessage']);

/** Receives messages of a queue by itself, without an event source mapping. */
export const receives = (queue: Queue, variable: FunctionEnvironmentVariable): Use =>
  ofQueue(queue, variable, ['sqs:DeleteMessage', 'sqs:ReceiveMessage']);

const ofQueue = ({ queueArn, queueUrl }: Queue, variable: FunctionEnvironmentVariable, actions: string[]): Use => ({
  variables: { [variable]: queueUrl },
  rights: may(actions, queueArn).rights,
});

const settings = ['networkId', 'features', ...settingNames];

/** A request for any other attribute, or for all of them, is refused. */
const readsAttributes = (table: StageTable, attributes: readonly string[]): Use =>
  ofTable(table, ['GetItem'], table.table.tableArn, only(attributes));

const only = (attributes: readonly string[]): Conditions => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

const inPartitions = (table: StageTable, actions: readonly TableAction[], keys: string): Use =>
  ofTable(table, actions, table.table.tableArn, { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [keys] } });

function ofTable(
  { variables, keyArn }: StageTable,
  actions: readonly TableAction[],
  resource: string,
  conditions?: Conditions,
): Use {
  const right = may(
    actions.map((action) => `dynamodb:${action}`),
    resource,
    conditions,
  );
  return { variables, rights: [...right.rights, ...(keyArn === undefined ? [] : usesKey(keyArn).rights)] };
}

/**
 * DynamoDB uses the key of a table in the name of its caller, who needs these permissions, through DynamoDB alone
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html). They are those of
 * CDK's own grants.
 */
const usesKey = (keyArn: string): Use =>
  may(KEY_ACTIONS, keyArn, { StringEquals: { 'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com` } });

const KEY_ACTIONS = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];
