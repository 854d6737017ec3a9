import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { refusal, runCtl, type Service, startService } from '../../test/support/ctl.ts';
import fc from '../../test/support/fast-check.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { importRecords } from '../bulk/import-records.ts';
import { createNetwork } from '../networks.ts';

const network = (id: string) => v.parse(NetworkId, id);

let service: Service;
let networks = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function newNetwork(): Promise<NetworkId> {
  const id = network(`import-${networks++}`);
  await createNetwork(service.connection, id);
  return id;
}

function fileOf(name: string, ...lines: readonly (string | Buffer)[]): string {
  const path = join(temporaryFolder(), name);
  for (const line of lines) appendFileSync(path, Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  return path;
}

const imported = async (kind: 'blocks' | 'activity', id: NetworkId, ...rest: readonly string[]) => {
  const run = await service.ctl('import', kind, '--network', id, ...rest, '--json');
  if (run.stdout === '') return run;
  const result = JSON.parse(run.stdout);
  // Scripts see by the exit code that something is missing.
  expect(run.code).toBe(result.refused > 0 ? 1 : 0);
  expect(run.stderr).toContain(result.refused > 0 ? `Their reasons are in ${result.refusedPath}.` : '');
  return result;
};
const exported = async (kind: 'blocks' | 'activity', id: NetworkId): Promise<readonly unknown[]> => {
  const { stdout } = await service.ctl('export', kind, '--network', id);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
};
const refusedLines = (path: string): readonly unknown[] =>
  readFileSync(`${path}.refused.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const block = (blocker: string, blocked: string) => JSON.stringify({ blocker, blocked });
const blocksOf = (count: number) => Array.from({ length: count }, (_, n) => block(`user-${n % 7}`, `blocked-${n}`));

describe('blocks', () => {
  test('come in from NDJSON and CSV, whatever characters their ids have, and go out again', async () => {
    const id = await newNetwork();
    const path = fileOf('blocks.ndjson', block('a_b', 'Ω "x",y'), '', block('z', 'Ω "x",y'));
    expect(await imported('blocks', id, path)).toMatchObject({ lines: 3, imported: 2, refused: 0, empty: 1 });
    expect(existsSync(`${path}.refused.ndjson`)).toBe(false);
    const csv = fileOf('blocks.CSV', '\ufeffblocked,blocker', '"with, comma and ""quotes""",carol', 'dave,carol\r');
    expect(await imported('blocks', id, csv)).toMatchObject({ lines: 3, imported: 2, refused: 0, empty: 1 });
    const out = join(temporaryFolder(), 'out.ndjson');
    expect(await service.ctl('export', 'blocks', '--network', id, out)).toMatchObject({ code: 0, stderr: '' });
    const blocks = await exported('blocks', id);
    expect(new Set(blocks)).toEqual(
      new Set([
        { blocker: 'a_b', blocked: 'Ω "x",y' },
        { blocker: 'z', blocked: 'Ω "x",y' },
        { blocker: 'carol', blocked: 'with, comma and "quotes"' },
        { blocker: 'carol', blocked: 'dave' },
      ]),
    );
    expect(readFileSync(out, 'utf8')).toBe(blocks.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const again = await newNetwork();
    expect(await imported('blocks', again, out)).toMatchObject({ imported: 4 });
    expect(await exported('blocks', again)).toHaveLength(4);
  });

  test('keep when they were made and when they end, from NDJSON and CSV to an export that can be imported', async () => {
    const now = Date.now();
    const at = (from: number, to: number) =>
      fc.option(
        fc.integer({ min: from, max: to }).map((time) => new Date(time).toISOString()),
        { nil: undefined },
      );
    const times = fc.record({
      createdAt: at(0, now + 3_600_000),
      expiresAt: at(now + 600_000, now + 315_000_000_000),
      isCsv: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(times, { minLength: 20, maxLength: 60 }), async (all) => {
        const id = await newNetwork();
        const records = all.map(({ isCsv, ...own }, n) => ({
          isCsv,
          record: { blocker: 'ada', blocked: `b-${n}`, ...own },
        }));
        const texts = (isCsv: boolean) => records.filter((one) => one.isCsv === isCsv).map(({ record }) => record);
        const ndjson = fileOf('blocks.ndjson', ...texts(false).map((record) => JSON.stringify(record)));
        const header = ['expiresAt', 'blocked', 'blocker', 'createdAt'] as const;
        const csv = fileOf(
          'blocks.csv',
          ...[header.join(), ...texts(true).map((record) => header.map((name) => record[name] ?? '').join())],
        );
        for (const path of [ndjson, csv]) expect(await imported('blocks', id, path)).toMatchObject({ refused: 0 });
        const expected = records.map(({ record: { createdAt, expiresAt, ...block } }) => ({
          ...block,
          ...(createdAt !== undefined && { createdAt }),
          ...(expiresAt !== undefined && {
            expiresAt: new Date(Math.ceil(Date.parse(expiresAt) / 1_000) * 1_000).toISOString(),
          }),
        }));
        const once = await exported('blocks', id);
        expect(new Set(once)).toEqual(new Set(expected));
        const again = await newNetwork();
        await imported('blocks', again, fileOf('again.ndjson', ...once.map((record) => JSON.stringify(record))));
        expect(new Set(await exported('blocks', again))).toEqual(new Set(expected));
      }),
      { numRuns: 3 },
    );
  });

  test('that have ended, or end beyond ten years, are refused', async () => {
    const id = await newNetwork();
    const ending = (milliseconds: number) => ({
      blocker: 'a',
      blocked: 'b',
      expiresAt: new Date(Date.now() + milliseconds).toISOString(),
    });
    const lines = [ending(-1), ending(-1e9), ending(3.2e11), { ...ending(1e6), createdAt: 'yesterday' }];
    const path = fileOf('blocks.ndjson', ...lines.map((line) => JSON.stringify(line)));
    expect(await imported('blocks', id, path)).toMatchObject({ imported: 0, refused: 4 });
    const end = expect.stringMatching(/^expiresAt: must be an ISO 8601 .* at most ten years: what has ended is not/);
    expect(refusedLines(path)).toMatchObject([
      ...[1, 2, 3].map((line) => ({ line, reason: end })),
      { line: 4, reason: expect.stringMatching(/^createdAt: must be an ISO 8601 time stamp/) },
    ]);
    expect(await exported('blocks', id)).toEqual([]);
  });

  test('that are malformed are refused with their lines and reasons, and no others', async () => {
    const id = await newNetwork();
    const path = fileOf(
      'blocks.ndjson',
      ...[block('alice', 'bob'), '{', '{"blocker":"alice"}', block('alice', 'alice'), Buffer.from([0x22, 0xff, 0x22])],
      ...[`"${'x'.repeat(10_000_000)}"`, '{"blocker":"a","blocked":"b","more":1}', block('alice', 'carol')],
    );
    expect(await imported('blocks', id, path)).toMatchObject({ lines: 8, imported: 2, refused: 6, empty: 0 });
    expect(refusedLines(path)).toEqual([
      { line: 2, reason: 'is not JSON', text: '{' },
      { line: 3, reason: 'blocked: is missing', text: '{"blocker":"alice"}' },
      { line: 4, reason: 'blocker and blocked must not be the same user', text: block('alice', 'alice') },
      { line: 5, reason: 'is not UTF-8' },
      { line: 6, reason: 'is longer than 65536 bytes' },
      { line: 7, reason: 'more: is not a member of such a record', text: expect.any(String) },
    ]);
    expect(await exported('blocks', id)).toHaveLength(2);
  });

  test.each([
    ['blocks.csv', 'blocker,blocked\ralice,bob\rcarol,dave\r', 'CR', 3],
    ['blocks.csv', 'blocker,blocked\nalice,bob\rcarol,dave\r\n', 'LF, CR and CRLF', 3],
    ['blocks.ndjson', `${block('alice', 'bob')}\r${block('carol', 'dave')}`, 'CR', 2],
  ])('are all there where the lines of %s %j end with %s', async (name, text, _, lines) => {
    const id = await newNetwork();
    const path = join(temporaryFolder(), name);
    writeFileSync(path, text);
    expect(await imported('blocks', id, path)).toMatchObject({ lines, imported: 2, refused: 0 });
    expect(await exported('blocks', id)).toHaveLength(2);
  });

  test('of a CSV file that names a column twice are not guessed', async () => {
    const run = await imported('blocks', await newNetwork(), fileOf('blocks.csv', 'blocker,blocked,blocker', 'a,b,c'));
    expect(run).toEqual(refusal(/names a column twice: blocker\./));
  });

  test('of a CSV file without a header are not guessed', async () => {
    const run = await imported('blocks', await newNetwork(), fileOf('blocks.csv', 'alice,bob'));
    expect(run).toEqual(refusal(/must name the columns; blocker, blocked are/));
  });

  test('are only checked in a dry run, which shows the first that are wrong and writes nothing', async () => {
    const id = await newNetwork();
    const path = fileOf('blocks.ndjson', ...blocksOf(3), ...Array.from({ length: 30 }, () => 'x'));
    const run = await service.ctl('import', 'blocks', '--network', id, path, '--dry-run', '--json');
    expect(JSON.parse(run.stdout)).toMatchObject({ lines: 33, imported: 3, refused: 30 });
    const shown = Array.from({ length: 20 }, (_, n) => `line ${n + 4}: is not JSON\n`).join('');
    expect(run).toMatchObject({
      code: 1,
      stderr: `${shown}30 of 33 lines would be refused.\nAn import writes all reasons beside the file.\n`,
    });
    expect(readdirSync(dirname(path))).toEqual(['blocks.ndjson']);
    expect(await exported('blocks', id)).toEqual([]);
  });
});

describe('an import', () => {
  test('that was stopped is made again, and changes nothing that it has imported before', async () => {
    const id = await newNetwork();
    const path = fileOf('blocks.ndjson', 'Ω', ...blocksOf(1_200), 'y');
    const stopped = importRecords(service.connection, {
      kind: 'blocks',
      networkId: id,
      path,
      rate: 1,
      dryRun: false,
      note: () => undefined,
      signal: AbortSignal.timeout(1_000),
    });
    await expect(stopped).rejects.toThrow('Stopped after line 500.');
    expect(await exported('blocks', id)).toHaveLength(499);
    expect(await imported('blocks', id, path)).toMatchObject({
      lines: 1_202,
      imported: 1_200,
      refused: 2,
      refusedPath: `${path}.refused.2.ndjson`,
    });
    expect(await exported('blocks', id)).toHaveLength(1_200);
  });

  test('that was stopped leaves no file of refused lines if it has refused none', async () => {
    const path = fileOf('blocks.ndjson', ...blocksOf(501));
    const stopped = importRecords(service.connection, {
      kind: 'blocks',
      networkId: await newNetwork(),
      path,
      rate: 40_000,
      dryRun: false,
      note: () => undefined,
      signal: AbortSignal.abort(),
    });
    await expect(stopped).rejects.toThrow('Stopped after line 500.');
    expect(existsSync(`${path}.refused.ndjson`)).toBe(false);
  });

  test('writes nothing where the reasons of refused lines could not be written', async () => {
    const id = await newNetwork();
    const path = fileOf('b'.repeat(245), ...blocksOf(3));
    // In a process, since an error of `node:fs` is no Error of Jest's realm.
    const run = await runCtl(['import', 'blocks', '--network', id, path, '--data', service.folder]);
    expect(run).toEqual(refusal(/can't be written.*\n.*run the same command/));
    expect(await exported('blocks', id)).toEqual([]);
  });

  test('neither follows nor empties what is at the name of its file of refused lines', async () => {
    const id = await newNetwork();
    const path = fileOf('blocks.ndjson', ...blocksOf(3), 'x');
    const precious = fileOf('precious', 'content');
    symlinkSync(precious, `${path}.refused.ndjson`);
    const refusedPath = `${path}.refused.2.ndjson`;
    expect(await imported('blocks', id, path)).toMatchObject({ imported: 3, refused: 1, refusedPath });
    expect(await imported('blocks', id, path)).toMatchObject({ refusedPath: `${path}.refused.3.ndjson` });
    expect(readFileSync(precious, 'utf8')).toBe('content\n');
    expect(readFileSync(refusedPath, 'utf8')).toMatch(/^{"line":4,.*}\n$/);
  });

  test.each([
    ['an unknown network', () => ['--network', 'nowhere', fileOf('a.ndjson', '{}')], 1, 'no network nowhere'],
    ['a missing file', () => ['--network', 'import-0', '/nowhere.csv'], 1, 'There is no file /nowhere.csv'],
    ['a folder', () => ['--network', 'import-0', temporaryFolder()], 1, 'There is no file'],
  ])('into or of %s is refused', async (_, words, code, message) => {
    const run = await service.ctl('import', 'blocks', ...words());
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('takes no more records a second than allowed', async () => {
    const path = fileOf('blocks.ndjson', ...blocksOf(300));
    const started = performance.now();
    expect(await imported('blocks', await newNetwork(), path, '--rate', '300')).toMatchObject({ imported: 300 });
    expect(performance.now() - started).toBeGreaterThan(990);
  });
});

describe('activity', () => {
  const record = (n: number, more: object = {}) =>
    JSON.stringify({
      userId: 'alice',
      createdAt: '2024-02-28T12:00:00Z',
      targetId: 'post',
      targetType: 'post',
      objectId: `object-${n}`,
      objectType: n % 2 ? 'comment' : 'reaction_like',
      parentType: 'post',
      parentId: 'post',
      ...more,
    });

  test('comes in with its times, once however often it is imported, and goes out again', async () => {
    const id = await newNetwork();
    const lines = Array.from({ length: 60 }, (_, n) => record(n));
    const path = fileOf(
      'activity.ndjson',
      ...lines,
      record(1, { action: 'removed', createdAt: '2024-03-01T00:00:00Z' }),
    );
    for (let time = 0; time < 2; time++)
      expect(await imported('activity', id, path)).toMatchObject({ imported: 61, refused: 0 });
    const { client, tables } = service.connection;
    const page = await activitiesTable(client, tables.activities).page(
      networkUserKey(id, v.parse(UserId, 'alice')),
      50,
    );
    expect(page.data).toHaveLength(50);
    expect(page.data[0]).toMatchObject({ action: 'removed', createdAt: expect.stringMatching(/^2024-03-01T00:00:00/) });
    const all = await exported('activity', id);
    expect(all).toHaveLength(61);
    expect(all).toContainEqual(
      expect.objectContaining({
        userId: 'alice',
        objectId: 'object-7',
        createdAt: expect.stringMatching(/^2024-02-28T12:00:00\.000/),
      }),
    );
  });

  test('that is malformed is refused with its member', async () => {
    const id = await newNetwork();
    const path = fileOf(
      'activity.ndjson',
      record(1, { createdAt: '1969-01-01T00:00:00Z' }),
      record(2, { objectType: 'like' }),
      record(3, { targetId: 'x'.repeat(129) }),
    );
    expect(await imported('activity', id, path)).toMatchObject({ imported: 0, refused: 3 });
    expect(refusedLines(path)).toMatchObject([
      { reason: expect.stringMatching(/^createdAt: /) },
      { reason: expect.stringMatching(/^objectType: /) },
      { reason: expect.stringMatching(/^targetId: /) },
    ]);
  });
});

test('an export never overwrites a file, nor one that a link at its unfinished name leads to', async () => {
  const id = await newNetwork();
  const precious = fileOf('precious', 'content');
  const out = join(temporaryFolder(), 'out.ndjson');
  symlinkSync(precious, `${out}.unfinished`);
  for (const path of [precious, out]) {
    const run = await runCtl(['export', 'blocks', '--network', id, path, '--data', service.folder]);
    expect(run).toEqual(refusal(/There is a file|can't be written/));
  }
  expect(readFileSync(precious, 'utf8')).toBe('content\n');
});

test('an export that fails leaves nothing in the way of the next one', async () => {
  const id = await newNetwork();
  const folder = temporaryFolder();
  const out = join(folder, 'out.ndjson');
  const wrong = await service.ctl('export', 'blocks', '--network', 'nosuch', out);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no network') });
  expect(readdirSync(folder)).toEqual([]);
  expect(await service.ctl('export', 'blocks', '--network', id, out)).toMatchObject({ code: 0 });
});
