import { spawnSync } from 'node:child_process';
import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { lossyClient } from '../../test/support/clients.ts';
import { type Service, startService } from '../../test/support/ctl.ts';
import { cloud } from '../../test/support/service.ts';
import { tableLike } from '../../test/support/table-like.ts';
import { connectTo } from '../connection.ts';
import { restoreItems } from '../restore/restore.ts';

const Stopped = v.looseObject({ message: v.string(), hint: v.string() });
const Ended = v.object({ message: v.string(), cause: v.object({ message: v.string() }) });

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** An item of the webhooks table, or what stands beside webhooks in its partitions. */
const webhook = (networkId: string, webhookId: string, description = 'as it was', expiresAt?: number) => ({
  networkId: { S: networkId },
  webhookId: { S: webhookId },
  description: { S: description },
  numbers: { NS: ['1', '12345678901234567890'] },
  ...(expiresAt !== undefined && { expiresAt: { N: `${expiresAt}` } }),
});
type Item = ReturnType<typeof webhook>;

const put = (TableName: string, items: readonly Item[]) =>
  Promise.all(items.map((Item) => service.connection.client.send(new PutItemCommand({ TableName, Item }))));

async function descriptions(TableName: string): Promise<Readonly<Record<string, string | undefined>>> {
  const { Items = [] } = await service.connection.client.send(new ScanCommand({ TableName, ConsistentRead: true }));
  return Object.fromEntries(Items.map(({ webhookId, description }) => [webhookId?.S, description?.S]));
}

describe('ctl restore', () => {
  let from: string;
  let to: string;
  beforeEach(async () => {
    const { client, tables } = service.connection;
    [from, to] = await Promise.all([tableLike(client, tables.webhooks), tableLike(client, tables.webhooks)]);
  });

  /** Runs the command, and returns its counts. */
  async function restore(...words: readonly string[]) {
    const { stdout, stderr, code } = await service.ctl('restore', '--from', from, '--to', to, ...words, '--json');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    return v.parse(v.looseObject({ read: v.number() }), JSON.parse(stdout));
  }

  test('copies what is missing, and leaves what is newer, until it is told to overwrite', async () => {
    await put(from, [webhook('acme', 'lost'), webhook('acme', 'changed'), webhook('acme', 'same')]);
    await put(from, [webhook('acme', 'old', 'over', 1_000), webhook('acme', 'due', 'later', 9_999_999_999)]);
    await put(to, [webhook('acme', 'changed', 'newer'), webhook('acme', 'same'), webhook('acme', 'new', 'newer')]);
    const before = await descriptions(to);

    const expected = { read: 5, copied: 2, overwritten: 0, kept: 1, same: 1, expired: 1, elsewhere: 0 };
    expect(await restore('--dry-run')).toMatchObject(expected);
    expect(await descriptions(to)).toEqual(before);

    expect(await restore()).toMatchObject(expected);
    const restored = { ...before, lost: 'as it was', due: 'later' };
    expect(await descriptions(to)).toEqual(restored);

    expect(await restore('--overwrite')).toMatchObject({ copied: 0, overwritten: 1, same: 3 });
    expect(await descriptions(to)).toEqual({ ...restored, changed: 'as it was' });
    expect(await restore()).toMatchObject({ copied: 0, overwritten: 0, same: 4 });
  });

  test('leaves what is written while it looks', async () => {
    await put(from, [webhook('acme', 'lost')]);
    const { client } = connectTo(cloud());
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        if ('Key' in args.input) await put(to, [webhook('acme', 'lost', 'newer')]);
        return result;
      },
      { step: 'initialize' },
    );
    const signal = new AbortController().signal;
    const options = { from, to, overwrite: false, dryRun: false, rate: 100, signal, onProgress() {} };
    expect(await restoreItems({ ...service.connection, client }, options)).toMatchObject({ copied: 0, kept: 1 });
    expect(await descriptions(to)).toEqual({ lost: 'newer' });
    client.destroy();
  });

  test.each(['response', 'request'] as const)(
    'counts what it has copied once, if the first %s is lost',
    async (loss) => {
      await put(from, [webhook('acme', 'lost')]);
      const client = lossyClient(loss);
      const signal = new AbortController().signal;
      const options = { from, to, overwrite: false, dryRun: false, rate: 100, signal, onProgress() {} };
      expect(await restoreItems({ ...service.connection, client }, options)).toMatchObject({ copied: 1, kept: 0 });
      expect(await descriptions(to)).toEqual({ lost: 'as it was' });
      client.destroy();
    },
  );

  test('says how to resume when an error ends it, for keys with any character', async () => {
    await put(
      from,
      Array.from({ length: 150 }, (_, index) => webhook('acme', `it's ${index}`)),
    );
    const { client } = connectTo(cloud());
    let scans = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName === 'ScanCommand' && ++scans === 2) throw new Error('the second page fails');
        return next(args);
      },
      { step: 'initialize' },
    );
    const signal = new AbortController().signal;
    const options = { from, to, overwrite: false, dryRun: false, rate: 10_000, signal, onProgress() {} };
    const ended = restoreItems({ ...service.connection, client }, options);
    const { message, cause } = await ended.then(Promise.reject, (error) => v.parse(Ended, error));
    client.destroy();
    expect(cause.message).toBe('the second page fails');
    const [, word = ''] = /^Resume with the same command and --after (.*)$/.exec(message) ?? [];
    const after = spawnSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' }).stdout;
    expect(await restore('--after', after)).toMatchObject({ read: 50, copied: 50 });
  });

  test('copies the items of one network only, with what stands beside its webhooks', async () => {
    await put(from, [
      webhook('acme', 'a'),
      webhook('acme#notices', 'b'),
      webhook('acme-2', 'c'),
      webhook('other', 'd'),
    ]);
    expect(await restore('--network', 'acme')).toMatchObject({ copied: 2, elsewhere: 2 });
    expect(Object.keys(await descriptions(to)).toSorted()).toEqual(['a', 'b']);
    const { client, tables } = service.connection;
    [from, to] = await Promise.all([tableLike(client, tables.blocks), tableLike(client, tables.blocks)]);
    for (const user of ['acme_alice', 'acme-2_bob'])
      await client.send(
        new PutItemCommand({ TableName: from, Item: { netid_uid: { S: user }, blocked_userId: { S: 'acme' } } }),
      );
    expect(await restore('--network', 'acme')).toMatchObject({ copied: 1, elsewhere: 1 });
  });

  test('stops after a page, goes on there, and reads no more items a second than allowed', async () => {
    await put(
      from,
      Array.from({ length: 150 }, (_, index) => webhook('acme', `w${index}`)),
    );
    const stopped = restoreItems(service.connection, {
      from,
      to,
      overwrite: false,
      dryRun: false,
      rate: 1,
      signal: AbortSignal.timeout(3_000),
      onProgress() {},
    });
    const { message, hint } = await stopped.then(Promise.reject, (error) => v.parse(Stopped, error));
    expect(message).toBe('Stopped after 100 items.');
    const [, after = ''] = /--after '(.*)'$/.exec(hint) ?? [];
    expect(Object.keys(await descriptions(to))).toHaveLength(100);
    expect(await restore('--after', after)).toMatchObject({ read: 50, copied: 50 });
    const started = performance.now();
    expect(await restore('--rate', '100')).toMatchObject({ same: 150 });
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(Object.keys(await descriptions(to))).toHaveLength(150);
  });

  test('is shared by runs of which each reads a part, and which together read each item once', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => `wh${index}`);
    await put(
      from,
      ids.map((id, index) => webhook(`net${index % 17}`, id)),
    );
    const signal = new AbortController().signal;
    const shared = { from, to, overwrite: false, dryRun: false, rate: 10_000, signal, onProgress() {} };
    const others = [2, 3].map((number) => restoreItems(service.connection, { ...shared, segment: { number, of: 3 } }));
    const parts = [await restore('--segment', '1/3'), ...(await Promise.all(others))];
    expect(parts.every(({ read }) => read < ids.length)).toBe(true);
    expect(parts.reduce((sum, { read }) => sum + read, 0)).toBe(ids.length);
    expect(Object.keys(await descriptions(to)).sort()).toEqual([...ids].sort());
    for (const wrong of ['0/3', '4/3', '1', '1/1001', '1/0', 'x/y']) {
      const { stderr, code } = await service.ctl('restore', '--from', from, '--to', to, '--segment', wrong);
      expect(stderr).toContain('such as 1/8');
      expect(code).not.toBe(0);
    }
  });

  test("knows the stage's tables by name, and refuses tables that do not fit", async () => {
    const { webhooks } = service.connection.tables;
    await put(from, [webhook('named', 'one')]);
    expect(await service.ctl('restore', '--from', from, '--to', 'webhooks')).toMatchObject({
      stdout: expect.stringMatching(/^copied +1$/m),
    });
    expect(await descriptions(webhooks)).toMatchObject({ one: 'as it was' });
    for (const [to, message] of [
      ['blocks', /is not a copy of/],
      [from, /is not a copy of/],
      ['missing', /There is no table missing/],
    ] as const) {
      expect(await service.ctl('restore', '--from', from, '--to', to)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
    }
  });
});
