/** Connects to the tables of a running service, local or deployed. The local cloud uses this to seed its database. */
import { userInfo } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { StageQuotas } from '../contract/quotas.ts';
import { Retention, type TableName, tableKeys } from '../contract/tables.ts';
import { version } from './about.ts';
import { OperatorError } from './errors.ts';
import { type RetryOptions, retryStrategy } from './retry-strategy.ts';

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

/** A service that runs: a local cloud, by its `cloud.json`, or a deployed stage, which has no endpoints and credentials. */
export interface Service {
  readonly region: string;
  readonly endpoints?: { readonly dynamodb: string };
  /** The local cloud's own. Not the operator's, so that a mistake can't reach a real account. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string;
  };
  readonly outputs: StackOutputs;
}

/** Settings of an AWS client. Without an endpoint it works in the account of the AWS environment. */
export const clientSettings = ({ region, credentials }: Service, endpoint?: string, requestTimeout = 30_000) => ({
  region,
  ...(endpoint !== undefined && { endpoint }),
  ...(credentials !== undefined && { credentials: { ...credentials } }),
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 3000, requestTimeout, throwOnRequestTimeout: true },
});

/**
 * Connects to the tables of a service; with `retry`, for a command that runs for long. Throws OperatorError for a
 * missing output.
 */
export function connectTo(service: Service, retry?: RetryOptions): Connection {
  const { endpoints, outputs } = service;
  const nameOf = (table: string): string =>
    stackOutput(outputs, `${table.charAt(0).toUpperCase()}${table.slice(1)}TableName`);
  const names = Object.keys(TableNames.entries).map((table) => [table, nameOf(table)]);
  const tables = v.parse(TableNames, Object.fromEntries(names));
  const settings = clientSettings(service, endpoints?.dynamodb);
  const retries = retry && { retryStrategy: retryStrategy(retry, endpoints !== undefined) };
  const database = new DynamoDBClient({ ...settings, ...retries });
  // Calls that are under way end with their connections.
  retry?.signal.addEventListener('abort', () => database.destroy(), { once: true });
  const client = DynamoDBDocumentClient.from(database, { marshallOptions: { removeUndefinedValues: true } });
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

/** Returns the base URL of the API. Throws OperatorError if it is missing. */
export const apiUrlOf = ({ outputs }: Service): string => stackOutput(outputs, 'ApiUrl');

/** Returns the stack output `key`. Throws OperatorError if it is missing. */
export function stackOutput(outputs: StackOutputs, key: string): string {
  const value = outputs[key];
  if (value !== undefined) return value;
  throw new OperatorError(
    `The service has no stack output ${key}.`,
    `It runs another version than this command, which has ${version}: start or deploy it again.`,
  );
}
