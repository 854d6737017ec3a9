/** The synthesized template with changed permissions, hosted on the emulators of the shared local cloud. */
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createFunctions } from '../../../local/functions/functions.ts';
import { createHttpApi } from '../../../local/gateway/api.ts';
import { startGatewayServer } from '../../../local/gateway/server.ts';
import { readPermissions } from '../../../local/iam/function-permissions.ts';
import { startProxy } from '../../../local/proxy/proxy.ts';
import { type Assembly, readAssembly } from '../../../local/template/assembly.ts';
import { takeInventory } from '../../../local/template/inventory.ts';
import { LOCAL_REGION } from '../../../local/template/names.ts';
import { call, cloud, cloudVariables, createNetwork, eventually, tokenFor } from '../../../testing/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const compileCache = 'build/compile-cache';
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

/** A role's properties in the template, as far as the tests change them. */
const Role = v.object({
  Policies: v.tuple([
    v.object({
      PolicyDocument: v.object({
        Statement: v.array(
          v.looseObject({
            Action: v.union([v.string(), v.array(v.string())]),
          }),
        ),
      }),
    }),
  ]),
});
type Statement = v.InferOutput<typeof Role>['Policies'][0]['PolicyDocument']['Statement'][number];

/** Logical id of a role without its hash → its statements after the change. */
type Changes = Readonly<Record<string, (statement: Statement) => Statement | undefined>>;

function changedAssembly(changes: Changes): Assembly {
  const { stacks, assetPath } = readAssembly(join(process.env[cloudVariables.data] ?? '', 'cdk.out'));
  for (const [name, change] of Object.entries(changes)) {
    const roles = stacks.flatMap(({ template }) =>
      Object.entries(template.Resources).filter(
        ([id, { Type }]) => Type === 'AWS::IAM::Role' && id.replace(/[0-9A-F]{8}$/, '') === name,
      ),
    );
    expect(roles).toHaveLength(1);
    for (const [, { Properties }] of roles) {
      const [{ PolicyDocument }] = v.parse(Role, Properties).Policies;
      const Statement = PolicyDocument.Statement.flatMap((statement) => change(statement) ?? []);
      expect(Statement).not.toEqual(PolicyDocument.Statement);
      const document = JSON.parse(JSON.stringify({ Version: '2012-10-17', Statement }));
      Properties['Policies'] = [{ PolicyName: 'Changed', PolicyDocument: document }];
    }
  }
  return { stacks, assetPath };
}

const without =
  (action: string): Changes[string] =>
  (statement) => {
    const left = [statement.Action].flat().filter((one) => one !== action);
    return left.length === 0 ? undefined : { ...statement, Action: left };
  };

/** Hosts the API of the changed template. `denials` are lines of the terminal, `warnings` what the functions log. */
async function host(changes: Changes) {
  const [denials, warnings]: [string[], string[]] = [[], []];
  const gateway = await startGatewayServer({ port: 0, onRequest: () => {}, onError: () => {} });
  resources.defer(() => gateway.stop(0));
  const assembly = changedAssembly(changes);
  const { endpoints: emulators, credentials } = cloud();
  const addresses = { gateway: gateway.url, sqs: emulators.sqs, identity: gateway.url };
  const inventory = takeInventory(assembly, addresses);
  const permissions = readPermissions(inventory);
  const onTrouble = (line: string) => denials.push(line);
  const proxy = await startProxy({ emulators, credentials, permissions, onTrouble }, resources);
  const functions = createFunctions({
    inventory,
    assembly,
    endpoints: {
      emulators,
      proxy,
      mail: `${gateway.url}/_local/ses`,
      credentials,
      events: `${gateway.url}/_local/events`,
    },
    permissions,
    logs: temporaryFolder(),
    compileCache,
    onWarning: (title, _, summary) => warnings.push(`${title}: ${summary}`),
  });
  resources.defer(() => functions.stop());
  gateway.open({
    api: createHttpApi(inventory, functions.find),
    local: () => Promise.reject(new Error('not hosted')),
    site: undefined,
    identity: undefined,
  });
  const idOf = (title: string) =>
    functions.pools.find(({ definition }) => definition.title === title)?.definition.logicalId;
  return { url: gateway.url, endpoints: proxy, denials, warnings, idOf };
}

const tableArn = (output: string): string => `arn:aws:dynamodb:us-east-1:000000000000:table/${cloud().outputs[output]}`;

/** The statement at the end of a line. */
const missing = (line = ''): unknown => JSON.parse(line.slice(line.indexOf('{')));

describe('a function whose role lacks a permission', () => {
  test('fails with the message of AWS, and no other function does', async () => {
    const { url, denials, warnings } = await host({ BlockBlockUserRole: without('dynamodb:PutItem') });
    const token = await tokenFor(await createNetwork(), 'alice');
    expect((await call('POST', '/block/members', { url, token, body: { blockUserId: 'bob' } })).status).toBe(500);
    expect((await call('POST', '/block', { url, token, body: {} })).status).toBe(200);
    expect((await call('GET', '/block/members?checkList=bob', { url, token })).status).toBe(200);

    const table = tableArn('BlocksTableName');
    await eventually(() =>
      expect({ denials: denials.length, warnings: warnings.length }).toEqual({ denials: 1, warnings: 1 }),
    );
    expect(warnings[0]).toMatch(
      new RegExp(
        '^Block-BlockUser: .*"AccessDeniedException".*"User: arn:aws:sts::000000000000:assumed-role/sps-local-service-\\w+/' +
          `sps-local-service-\\w+ is not authorized to perform: dynamodb:PutItem on resource: ${table} ` +
          'because no identity-based policy allows the dynamodb:PutItem action"',
      ),
    );
    expect(denials[0]).toMatch(/^Block-BlockUser may not dynamodb:PutItem: BlockBlockUserRole\w+ lacks \{/);
    expect(missing(denials[0])).toEqual({ Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: [table] });
  });
});

describe('the proxy', () => {
  const credentialsOf = (accessKeyId = '') => ({ ...cloud().credentials, accessKeyId });
  const settings = { region: LOCAL_REGION, maxAttempts: 1 };

  test('denies a whole item to a function that may read some attributes, and lets it read those', async () => {
    const { endpoints, idOf, denials } = await host({});
    const credentials = credentialsOf(idOf('Network-ShowNetwork'));
    const client = new DynamoDBClient({ ...settings, endpoint: endpoints.dynamodb, credentials });
    resources.defer(() => client.destroy());
    const networkId = await createNetwork();
    const input = { TableName: cloud().outputs['NetworksTableName'], Key: { networkId: { S: networkId } } };
    const read = (ProjectionExpression?: string) => client.send(new GetItemCommand({ ...input, ProjectionExpression }));
    await expect(read()).rejects.toMatchObject({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } });
    await expect(read('networkId, signingKeys')).rejects.toThrow('is not authorized to perform: dynamodb:GetItem');
    await eventually(() => expect(denials).toHaveLength(2));
    expect(missing(denials[1])).toMatchObject({
      Action: ['dynamodb:GetItem'],
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['networkId', 'signingKeys'] } },
    });
    expect((await read('networkId')).Item).toEqual({ networkId: { S: networkId } });
    await expect(client.send(new ListTablesCommand({}))).rejects.toThrow('dynamodb:ListTables is not known');
  });

  test('lets a function send to the queues of its role only, and lets other callers send to all', async () => {
    const { endpoints, idOf } = await host({});
    const send = async (accessKeyId: string | undefined, output: string) => {
      const credentials = credentialsOf(accessKeyId);
      const client = new SQSClient({ ...settings, endpoint: endpoints.sqs, credentials });
      resources.defer(() => client.destroy());
      const QueueUrl = cloud().outputs[output]?.replace(cloud().endpoints.sqs, endpoints.sqs);
      const Entries = [{ Id: '0', MessageBody: '{}' }];
      return client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    };
    const signer = idOf('Delivery-SlowLaneSigner');
    await expect(send(signer, 'FirstAttemptsQueueUrl')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(/is not authorized to perform: sqs:sendmessage on resource: arn:aws:sqs:/),
    });
    expect((await send(signer, 'SlowLaneQueueUrl')).Successful).toHaveLength(1);
    expect((await send('stranger', 'SlowLaneQueueUrl')).Successful).toHaveLength(1);
  });
});

test('a role with which the API calls its functions is held to its statements at the start', async () => {
  const withoutOne: Changes[string] = (statement) => ({
    ...statement,
    Resource: [statement['Resource']].flat().slice(1),
  });
  await expect(host({ HttpRole: withoutOne })).rejects.toThrow(
    /HttpRole\w* does not allow lambda:InvokeFunction on arn:aws:lambda:us-east-1:000000000000:function:sps-local-service-/,
  );
});
