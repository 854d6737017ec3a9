/** The rights that docs/guides/permissions.md names for each command, against the calls of DynamoDB that it makes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { type TableName, tableKeys } from '../../contract/tables.ts';
import { type Service, startService } from '../../test/support/ctl.ts';
import { membersOf } from '../../test/support/members.ts';
import { adminLink } from '../tokens.ts';

const page = readFileSync('docs/guides/permissions.md', 'utf8');
const [, section = ''] = page.split('\n## What each command of `ctl` needs\n');
const rows = (section.match(/^- `[\s\S]*?(?=\n- |\n\n)/gm) ?? []).map((row) => row.replace(/\s+/g, ' '));

const isTable = (word: string): word is TableName => word in tableKeys;

/** `Action table` of each right to a table that the row of a command names; an index counts as its table. */
function rightsOf(command: string): readonly string[] {
  const found = rows.filter((row) => row.slice(0, row.indexOf(':')).includes(`\`${command}\``));
  expect(found).toHaveLength(1);
  const [row = ''] = found;
  const rights: string[] = [];
  let actions: string[] = [];
  let hasTable = false;
  for (const [, word = ''] of row.slice(row.indexOf(':')).matchAll(/`([^`]+)`/g)) {
    if (isTable(word)) {
      rights.push(...actions.map((action) => `${action} ${word}`));
      hasTable = true;
    } else {
      actions = hasTable ? [word] : [...actions, word];
      hasTable = false;
    }
  }
  return [...new Set(rights)].sort();
}

let service: Service;
let tableOf: ReadonlyMap<unknown, string>;
const called = new Set<string>();

/** The action of each command of the SDK, and of each write in a transaction. */
const actionOf = (name: string): string => {
  const plain = name.replace(/Command$/, '');
  return ['Get', 'Put', 'Update', 'Delete', 'BatchGet', 'BatchWrite', 'ConditionCheck'].includes(plain)
    ? `${plain}Item`
    : plain;
};

/** Notes which actions a call of DynamoDB needs, on which tables. */
function note({
  constructor: { name },
  input,
}: {
  readonly constructor: { readonly name: string };
  readonly input: object;
}) {
  const { TableName, RequestItems, TransactItems } = membersOf(input);
  const add = (action: string, table: unknown) => void called.add(`${actionOf(action)} ${tableOf.get(table)}`);
  if (TableName !== undefined) add(name, TableName);
  for (const table of Object.keys(membersOf(RequestItems))) add(name, table);
  for (const item of Object.values(membersOf(TransactItems)))
    for (const [kind, write] of Object.entries(membersOf(item))) add(kind, membersOf(write)['TableName']);
}

beforeAll(async () => {
  service = await startService();
  const names = Object.keys(tableKeys).filter(isTable);
  tableOf = new Map(
    names.map((table) => [service.outputs[`${table.charAt(0).toUpperCase()}${table.slice(1)}TableName`], table]),
  );
  const send = DynamoDBDocumentClient.prototype.send;
  jest.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    ...words
  ) {
    note(words[0]);
    return Reflect.apply(send, this, words);
  });
});
afterAll(() => {
  jest.restoreAllMocks();
  service.stop();
});

async function callsOf(...words: readonly string[]): Promise<readonly string[]> {
  called.clear();
  const { code, stderr } = await service.ctl(...words);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return [...called].sort();
}

test('each command makes the calls that the page names, and no others', async () => {
  const blocks = join(service.folder, 'blocks.csv');
  writeFileSync(blocks, 'blocker,blocked\nada,grace\ngrace,ada\n');
  const activity = join(service.folder, 'activity.ndjson');
  const action = {
    targetId: 'p',
    targetType: 'post',
    objectId: 'c',
    objectType: 'comment',
    parentId: 'p',
    parentType: 'post',
  };
  writeFileSync(activity, `${JSON.stringify({ userId: 'ada', createdAt: '2026-03-02T09:00:00.000Z', ...action })}\n`);

  const made: Record<string, readonly string[]> = {};
  const run = async (command: string, ...words: readonly string[]): Promise<void> => {
    made[command] = await callsOf(...command.split(' '), ...words);
  };
  await run('network create', 'acme');
  // Whether it is the same network, it asks only where there is one.
  await service.ctl('network', 'create', 'acme');
  made['network create'] = [...called].sort();
  await run('network list');
  await run('network show', 'acme');
  await run('feature enable', 'acme', 'blockUser');
  await run('feature disable', 'acme', 'blockUser');
  made['network set'] = [
    ...new Set([
      ...(await callsOf('network', 'set', 'acme', 'hideMode', 'mutual')),
      ...(await callsOf('network', 'set', 'acme', 'accent', '#0b6e4f')),
    ]),
  ].sort();
  await run('key list', 'acme');
  await run('key reveal', 'acme');
  await run('key rotate', 'acme');
  const [older = ''] = (await service.ctl('key', 'list', 'acme')).stdout.split('\n')[1]?.split(' ') ?? [];
  await run('key revoke', 'acme', older);
  await run('token', '--network', 'acme', '--user', 'ada');
  await run('import blocks', '--network', 'acme', blocks);
  await run('import activity', '--network', 'acme', activity);
  await run('export blocks', '--network', 'acme');
  await run('export activity', '--network', 'acme');
  called.clear();
  const link = { networkId: v.parse(NetworkId, 'acme'), userId: v.parse(UserId, 'ada'), role: 'admin' } as const;
  await adminLink(service.connection, 'https://panel.example/', { ...link, sessionSeconds: 60 });
  made['admin-link'] = [...called].sort();
  await run('audit', '--network', 'acme');
  await run('user export', 'acme', 'ada');
  await run('user erase', 'acme', 'ada');
  await run('network delete', 'acme');

  const commands = Object.keys(made);
  const kindOf: Readonly<Record<string, (right: string) => boolean>> = {
    'export blocks': (right) => !right.endsWith('activities'),
    'export activity': (right) => !right.endsWith('blocks'),
  };
  const said = Object.fromEntries(
    commands.map((command) => [command, rightsOf(command).filter(kindOf[command] ?? (() => true))]),
  );
  // What changes nothing needs no right to the branding of the network: `feature` shares its row with `network set`.
  for (const command of ['feature enable', 'feature disable'])
    said[command] = (said[command] ?? []).filter((right) => !right.endsWith('webhooks'));
  expect(made).toEqual(said);
});
