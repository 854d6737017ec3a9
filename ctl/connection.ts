/** Connects to the tables of a running service, local or deployed. The local cloud uses this to seed its database. */
import { userInfo } from 'node:os';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { StageQuotas } from '../contract/quotas.ts';
import { Retention, type TableName, tableKeys } from '../contract/tables.ts';
import { OperatorError } from './errors.ts';

/** Their names in a stage, by table. */
const TableNames = v.object(v.entriesFromList(Object.keys(tableKeys).filter(isTable), v.string()));

function isTable(name: string): name is TableName {
  return name in tableKeys;
}

/** A DynamoDB client and the names of the tables to use it with. */
export interface Connection {
  readonly client: DynamoDBDocumentClient;
  readonly tables: v.InferOutput<typeof TableNames>;
  /** Who works with it, as the audit trail names them. */
  readonly operator: string;
  /** The stage's quotas. */
  readonly quotas: StageQuotas;
  /** How long the stage stores what expires. */
  readonly retention: Retention;
}

/** The outputs of the service's stacks by key. */
export type StackOutputs = Readonly<Record<string, string>>;

/** The fields of a local cloud's `cloud.json` that are needed to connect to it. */
export interface LocalService {
  readonly region: string;
  readonly endpoints: { readonly dynamodb: string };
  /** Its own. Not the operator's, so that a mistake can't reach a real account. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string;
  };
  readonly outputs: StackOutputs;
}

/** Connects to the tables of a local cloud. Throws OperatorError for a missing output. */
export function connectToLocal({ region, endpoints, credentials, outputs }: LocalService): Connection {
  return connect({ region, endpoint: endpoints.dynamodb, credentials: { ...credentials } }, outputs);
}

/** Connects to a deployed stage's tables, in the AWS environment's account and region. Throws OperatorError. */
export function connectToDeployed(region: string, outputs: StackOutputs): Connection {
  return connect({ region }, outputs);
}

function connect(config: DynamoDBClientConfig, outputs: StackOutputs): Connection {
  const nameOf = (table: string): string =>
    stackOutput(outputs, `${table.charAt(0).toUpperCase()}${table.slice(1)}TableName`);
  const names = Object.keys(TableNames.entries).map((table) => [table, nameOf(table)]);
  const tables = v.parse(TableNames, Object.fromEntries(names));
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...config,
      maxAttempts: 5,
      requestHandler: { connectionTimeout: 3000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const quotas = v.parse(v.pipe(v.string(), v.parseJson(), StageQuotas), stackOutput(outputs, 'Quotas'));
  const retention = v.parse(v.pipe(v.string(), v.parseJson(), Retention), stackOutput(outputs, 'Retention'));
  return { client, tables, operator: operatorName(), quotas, retention };
}

/** The value of SPS_OPERATOR, or the name of the machine's user; at most 128 characters. */
function operatorName(): string {
  const given = process.env['SPS_OPERATOR'];
  return (given || userName()).slice(0, MAX_OPERATOR_NAME_LENGTH);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under an id that has no name.
    return 'unknown';
  }
}

const MAX_OPERATOR_NAME_LENGTH = 128;

/** The stack output that holds the panel's URL. */
export const PANEL_URL = 'PanelUrl';
/** The stack output that holds the base URL of the API. */
export const API_URL = 'ApiUrl';

/** Returns the stack output `key`. Throws OperatorError if it is missing. */
export function stackOutput(outputs: StackOutputs, key: string): string {
  const value = outputs[key];
  if (value !== undefined) return value;
  throw new OperatorError(
    `The service has no stack output ${key}.`,
    'It runs another version than this checkout: start or deploy it again.',
  );
}
