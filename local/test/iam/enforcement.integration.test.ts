/** The template of another-app/ with changed permissions, hosted on emulators of its own. */
import { DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventually } from '../../../test/support/eventually.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { localClientSettings } from '../../aws-clients.ts';
import { createTables } from '../../dynamodb/tables.ts';
import { createFunctions } from '../../functions/functions.ts';
import { createHttpApi } from '../../gateway/api.ts';
import { startGatewayServer } from '../../gateway/server.ts';
import { readPermissions } from '../../iam/function-permissions.ts';
import { startProxy } from '../../proxy/proxy.ts';
import type { Assembly } from '../../template/assembly.ts';
import { type Inventory, takeInventory } from '../../template/inventory.ts';
import type { Json } from '../../template/json.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, titleOf } from '../../template/names.ts';
import { credentials, openDatabase, openNotes, openQueues } from '../emulators-of-tests.ts';

const compileCache = 'build/compile-cache';
const [notes, database, queues] = [openNotes(), openDatabase(), openQueues()];
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

/** A policy's properties in the template, as far as the tests change them. */
const Policy = v.looseObject({
  PolicyDocument: v.object({
    Statement: v.array(v.looseObject({ Action: v.union([v.string(), v.array(v.string())]) })),
  }),
});
type Statement = v.InferOutput<typeof Policy>['PolicyDocument']['Statement'][number];

/** The function's construct → the statements of its role after the change. */
type Changes = Readonly<Record<string, (statement: Statement) => object>>;

const json = (value: object): Json => JSON.parse(JSON.stringify(value));

/** The resources of the one stack whose logical id, without its hash, is this. */
const resourcesNamed = ({ stacks }: Assembly, name: string) =>
  stacks
    .flatMap(({ template }) => Object.entries(template.Resources))
    .filter(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name)
    .map(([, resource]) => resource);

function changedAssembly(changes: Changes): Assembly {
  const assembly = notes();
  for (const [name, change] of Object.entries(changes)) {
    const policies = resourcesNamed(assembly, `${name}ServiceRoleDefaultPolicy`);
    expect(policies).toHaveLength(1);
    for (const { Properties } of policies) {
      const { Statement } = v.parse(Policy, Properties).PolicyDocument;
      const changed = Statement.map(change);
      expect(changed).not.toEqual(Statement);
      Properties['PolicyDocument'] = json({ Version: '2012-10-17', Statement: changed });
    }
  }
  return assembly;
}

const inventoryOf = (assembly: Assembly, gateway = 'http://127.0.0.1:1'): Inventory =>
  takeInventory(assembly, { gateway, sqs: queues().url, identity: gateway });

let table: string;
beforeAll(async () => {
  const inventory = inventoryOf(notes());
  const client = new DynamoDBClient(localClientSettings(database(), credentials));
  resources.defer(() => client.destroy());
  const tables = inventory.of('AWS::DynamoDB::GlobalTable');
  await createTables(client, tables, temporaryFolder());
  await queues().create(inventory.of('AWS::SQS::Queue'));
  table = tables[0]?.name ?? '';
});

/** Hosts the API of the template. `denials` are lines of the terminal, `warnings` what the functions log. */
async function host(assembly: Assembly) {
  const [denials, warnings]: [string[], string[]] = [[], []];
  const gateway = await startGatewayServer({ port: 0, onRequest: () => {}, onError: () => {} });
  resources.defer(() => gateway.stop(0));
  const inventory = inventoryOf(assembly, gateway.url);
  const emulators = { dynamodb: database(), sqs: queues().url };
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
  const call = async (method: string, path: string, body?: string) => {
    const init = { method, headers: { authorization: 'open sesame' }, ...(body !== undefined && { body }) };
    return (await fetch(`${gateway.url}${path}`, init)).status;
  };
  return { call, endpoints: proxy, denials, warnings, idOf, inventory };
}

const tableArn = (): string => `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`;

/** The statement at the end of a line. */
const missing = (line = ''): unknown => JSON.parse(line.slice(line.indexOf('{')));

describe('a function whose role lacks a permission', () => {
  test('fails with the message of AWS, and no other function does', async () => {
    const readsOnly = (statement: Statement) => ({ ...statement, Action: 'dynamodb:Query' });
    const { call, denials, warnings } = await host(changedAssembly({ Save: readsOnly }));
    expect(await call('PUT', '/notes/one', 'hello')).toBe(500);
    expect(await call('GET', '/notes/one')).toBe(404);

    await eventually(() =>
      expect({ denials: denials.length, warnings: warnings.length }).toEqual({ denials: 1, warnings: 1 }),
    );
    expect(warnings[0]).toMatch(
      new RegExp(
        '^Save: .*AccessDeniedException.*User: arn:aws:sts::000000000000:assumed-role/[\\w-]+/' +
          `[\\w-]+ is not authorized to perform: dynamodb:PutItem on resource: ${tableArn()} ` +
          'because no identity-based policy allows the dynamodb:PutItem action',
      ),
    );
    expect(denials[0]).toMatch(/^Save may not dynamodb:PutItem: SaveServiceRole\w+ lacks \{/);
    expect(missing(denials[0])).toEqual({ Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: [tableArn()] });
  });
});

describe('the proxy', () => {
  const settings = { region: LOCAL_REGION, maxAttempts: 1 };

  test('denies a whole item to a function that may read some attributes, and lets it read those', async () => {
    const idsOnly = (statement: Statement) => ({
      ...statement,
      Condition: {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['id'] },
        StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      },
    });
    const { endpoints, idOf, denials } = await host(changedAssembly({ Read: idsOnly }));
    const clientAs = (accessKeyId = '') => {
      const own = { ...credentials, accessKeyId };
      const client = new DynamoDBClient({ ...settings, endpoint: endpoints.dynamodb, credentials: own });
      resources.defer(() => client.destroy());
      return client;
    };
    const Item = { id: { S: 'two' }, text: { S: 'hello' } };
    await clientAs(idOf('Save')).send(new PutItemCommand({ TableName: table, Item }));
    const client = clientAs(idOf('Read'));
    const read = (ProjectionExpression?: string) =>
      client.send(new GetItemCommand({ TableName: table, Key: { id: Item.id }, ProjectionExpression }));
    await expect(read()).rejects.toMatchObject({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } });
    await expect(read('id, writer')).rejects.toThrow('is not authorized to perform: dynamodb:GetItem');
    await eventually(() => expect(denials).toHaveLength(2));
    expect(missing(denials[1])).toMatchObject({
      Action: ['dynamodb:GetItem'],
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['id', 'writer'] } },
    });
    expect((await read('id')).Item).toEqual({ id: Item.id });
    await expect(client.send(new ListTablesCommand({}))).rejects.toThrow('dynamodb:ListTables is not known');
  });

  test('lets a function send to a queue only if its role does, and lets other callers send to all', async () => {
    const { endpoints, idOf, inventory } = await host(notes());
    const queueNamed = (name: string): string => {
      const found = inventory.of('AWS::SQS::Queue').find(({ path }) => titleOf(path) === name);
      if (found === undefined) throw new Error(`The notes have no queue ${name}.`);
      return `${endpoints.sqs}/${LOCAL_ACCOUNT}/${found.name}`;
    };
    const send = async (accessKeyId: string | undefined, queue: string) => {
      const own = { ...credentials, accessKeyId: accessKeyId ?? '' };
      const client = new SQSClient({ ...settings, endpoint: endpoints.sqs, credentials: own });
      resources.defer(() => client.destroy());
      const Entries = [{ Id: '0', MessageBody: '{}' }];
      return client.send(new SendMessageBatchCommand({ QueueUrl: queueNamed(queue), Entries }));
    };
    // It may receive from this queue.
    await expect(send(idOf('Copy'), 'Copies')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(/is not authorized to perform: sqs:sendmessage on resource: arn:aws:sqs:/),
    });
    expect((await send(idOf('Send'), 'Copies')).Successful).toHaveLength(1);
    expect((await send('stranger', 'Copies')).Successful).toHaveLength(1);
  });
});

/** The notes, whose API calls its functions with a role that allows some of them. */
function withRoleOfApi(isAllowed: (integration: number) => boolean): Assembly {
  const assembly = notes();
  const allowed: Json[] = [];
  const [stack] = assembly.stacks;
  const found = Object.values(stack?.template.Resources ?? {});
  for (const [number, { Properties }] of found
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Integration')
    .entries()) {
    Properties['CredentialsArn'] = { 'Fn::GetAtt': ['HttpRole', 'Arn'] };
    if (isAllowed(number)) allowed.push(Properties['IntegrationUri'] ?? '');
  }
  const statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: allowed };
  const service = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } };
  if (stack !== undefined)
    stack.template.Resources['HttpRole'] = {
      Type: 'AWS::IAM::Role',
      Metadata: {},
      Properties: {
        AssumeRolePolicyDocument: json({ Version: '2012-10-17', Statement: [service] }),
        Policies: [{ PolicyName: 'Invoke', PolicyDocument: json({ Version: '2012-10-17', Statement: [statement] }) }],
      },
    };
  return assembly;
}

test('a role with which the API calls its functions is held to its statements at the start', async () => {
  const { call } = await host(withRoleOfApi(() => true));
  expect(await call('GET', '/notes/none')).toBe(404);
  await expect(host(withRoleOfApi((number) => number > 0))).rejects.toThrow(
    /HttpRole\w* does not allow lambda:InvokeFunction on arn:aws:lambda:us-east-1:000000000000:function:/,
  );
});
