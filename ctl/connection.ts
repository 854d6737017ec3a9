/**
 * The tables of one running service, local or deployed, and a client that reaches them.
 *
 * Nothing here prints or exits. The local cloud uses it too, to fill a new database.
 */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OperatorError } from './operator-error.ts';

/** The names of the tables that the operator works on. */
export interface TableNames {
  readonly networks: string;
  readonly blocks: string;
  readonly activities: string;
}

/** What every command works through. */
export interface Connection {
  readonly client: DynamoDBDocumentClient;
  readonly tables: TableNames;
}

/** The outputs of the service's stacks, by key. */
export type StackOutputs = Readonly<Record<string, string>>;

/** A running local cloud: the part of its `cloud.json` that leads to the tables. */
export interface LocalService {
  readonly region: string;
  readonly endpoints: { readonly dynamodb: string };
  readonly outputs: StackOutputs;
}

/** Connects to the tables of a local cloud. Throws OperatorError for a missing output. */
export function connectToLocal({ region, endpoints, outputs }: LocalService): Connection {
  // Never the operator's own credentials: a mistake must not reach a real account.
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return connect({ region, endpoint: endpoints.dynamodb, credentials }, outputs);
}

/** Connects to the tables of a deployed stage, in the account and region of the AWS environment. Throws OperatorError. */
export function connectToDeployed(region: string, outputs: StackOutputs): Connection {
  return connect({ region }, outputs);
}

function connect(config: DynamoDBClientConfig, outputs: StackOutputs): Connection {
  const tables: TableNames = {
    networks: output(outputs, 'NetworksTableName'),
    blocks: output(outputs, 'BlocksTableName'),
    activities: output(outputs, 'ActivitiesTableName'),
  };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...config,
      maxAttempts: 5,
      requestHandler: { connectionTimeout: 3000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  return { client, tables };
}

/** The output that says where the panel is. */
export const PANEL_URL = 'PanelUrl';

/** An output of the service's stacks. Throws OperatorError where it is missing. */
export function output(outputs: StackOutputs, key: string): string {
  const value = outputs[key];
  if (value !== undefined) return value;
  throw new OperatorError(
    `The service has no stack output ${key}.`,
    'It is of another version than this checkout: start or deploy it again.',
  );
}
