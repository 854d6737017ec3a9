/** Imports that meet a service in trouble, or are ended: they go on, and say where. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import type { RecordKindName } from '../../ctl/bulk/records.ts';
import { createNetwork, deleteNetwork } from '../../ctl/networks.ts';
import { seededRandom } from '../../testing/delivery-world/seeded-random.ts';
import { eventually } from '../../testing/eventually.ts';
import { jsonError } from '../scripts/fake-aws.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type DatabaseCall, type Fault, startDatabase } from './faulty-database.ts';
import { type Run, runCtl, type Service, spawnCtl, startService } from './service.ts';

let service: Service;
let database: Awaited<ReturnType<typeof startDatabase>>;
/** The data folder of a local cloud whose database has faults. */
let folder: string;
let faultOf: (write: DatabaseCall) => Fault = () => undefined;
let networks = 0;

beforeAll(async () => {
  service = await startService();
  database = await startDatabase((call) => (isWrite(call) ? faultOf(call) : undefined), service.endpoint);
  folder = temporaryFolder();
  const cloud = JSON.parse(readFileSync(join(service.folder, 'cloud.json'), 'utf8'));
  writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ ...cloud, endpoints: { dynamodb: database.url } }));
});
afterAll(async () => {
  await database.stop();
  service.stop();
});
beforeEach(() => {
  faultOf = () => undefined;
});

const isWrite = ({ operation, body }: DatabaseCall): boolean =>
  operation === 'BatchWriteItem' || (operation === 'PutItem' && body.includes('object-'));
const writes = (): number => database.calls.filter(isWrite).length;

async function newNetwork(): Promise<NetworkId> {
  const id = v.parse(NetworkId, `resumed-${networks++}`);
  await createNetwork(service.connection, id);
  return id;
}

const lineOf: Readonly<Record<RecordKindName, (n: number) => string>> = {
  blocks: (n) => JSON.stringify({ blocker: `user-${n % 7}`, blocked: `blocked-${n}` }),
  activity: (n) =>
    JSON.stringify({
      ...{ userId: `user-${n % 7}`, createdAt: new Date(1_700_000_000_000 + n).toISOString(), targetId: 'post' },
      ...{ targetType: 'post', objectId: `object-${n}`, objectType: n % 3 === 0 ? 'comment' : 'reaction_like' },
      ...{ parentType: 'post', parentId: 'post' },
    }),
};

function fileOf(kind: RecordKindName, count: number): string {
  const path = join(temporaryFolder(), `${kind}.ndjson`);
  writeFileSync(path, Array.from({ length: count }, (_, n) => `${lineOf[kind](n)}\n`).join(''));
  return path;
}

const words = (kind: RecordKindName, id: NetworkId, path: string, rate = 40_000) => [
  'import',
  kind,
  '--network',
  id,
  path,
  '--rate',
  `${rate}`,
  '--json',
  '--data',
  folder,
];
/** In a process, since an error of a socket is no Error of Jest's realm. */
const importing = (kind: RecordKindName, id: NetworkId, path: string): Promise<Run> => runCtl(words(kind, id, path));
const progressOf = (path: string): string => `${path}.import-progress.json`;
const linesIn = (path: string): number =>
  v.parse(v.object({ lines: v.number() }), JSON.parse(readFileSync(progressOf(path), 'utf8'))).lines;

async function stored(kind: RecordKindName, id: NetworkId): Promise<number> {
  const { stdout } = await service.ctl('export', kind, '--network', id);
  return new Set(stdout.split('\n').filter((line) => line !== '')).size;
}

const throttled = jsonError('ProvisionedThroughputExceededException', 'too fast');
const failed = jsonError('InternalFailure', 'busy', 500);
/** What DynamoDB returns where it has written nothing of a batch. */
const unprocessed = ({ body }: DatabaseCall): Fault => ({
  ...{ status: 200, type: 'application/x-amz-json-1.0' },
  body: JSON.stringify({ UnprocessedItems: v.parse(Batch, JSON.parse(body)).RequestItems }),
});
const Batch = v.object({ RequestItems: v.unknown() });

describe.each(['blocks', 'activity'] as const)('an import of %s', (kind) => {
  test('goes on while calls are throttled, fail, break off and leave something undone', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 1_000);
    const random = seededRandom(46);
    faultOf = (call) => {
      const luck = random();
      if (luck < 0.08) return throttled;
      if (luck < 0.16) return failed;
      if (luck < 0.2) return 'reset';
      return luck < 0.3 && call.operation === 'BatchWriteItem' ? unprocessed(call) : undefined;
    };
    const { stdout, code } = await importing(kind, id, path);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, lines: 1_000, imported: 1_000, refused: 0 });
    expect(await stored(kind, id)).toBe(1_000);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  test('goes on when nothing can be stored for seconds, and says what it waits for', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 1_000);
    let troubleUntil = Number.POSITIVE_INFINITY;
    const before = writes();
    faultOf = () => {
      if (writes() - before < 15) return undefined;
      troubleUntil = Math.min(troubleUntil, performance.now() + 4_000);
      return performance.now() < troubleUntil ? failed : undefined;
    };
    const { stderr, code } = await importing(kind, id, path);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^The local cloud refused the request: InternalFailure: .*\nThe call is repeated, for up to 10 minutes\.\n/m,
      ),
    });
    expect(await stored(kind, id)).toBe(1_000);
  });

  test('that an error has ended says how far it got, and goes on there', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 1_800);
    const whole = kind === 'blocks' ? 72 : 2_400;
    const before = writes();
    faultOf = () => (writes() - before > whole / 2 ? jsonError('AccessDeniedException', 'no') : undefined);
    const ended = await importing(kind, id, path);
    const done = linesIn(path);
    expect(done).toBeGreaterThanOrEqual(500);
    expect(ended).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringContaining(
        `The local cloud refused the request: AccessDeniedException: no\nLines 1 to ${done} are done. Run the same command again: it goes on after them.\n`,
      ),
    });
    faultOf = () => undefined;
    const started = writes();
    const { stdout, stderr, code } = await importing(kind, id, path);
    expect(stderr).toContain(`Lines 1 to ${done} are done, by an earlier run: this one goes on after them.\n`);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, lines: 1_800, imported: 1_800, refused: 0 });
    expect(writes() - started).toBe(Math.round((whole * (1_800 - done)) / 1_800));
    expect(await stored(kind, id)).toBe(1_800);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  test('that was killed goes on after the last line that is surely stored', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 4_000);
    let done = 0;
    for (const share of [0.2, 0.4, 0.7]) {
      const { child, ended } = spawnCtl(words(kind, id, path, 3_000));
      await eventually(() => expect(linesIn(path)).toBeGreaterThanOrEqual(share * 4_000), 60_000);
      child.kill('SIGKILL');
      expect(await ended).toBe(null);
      expect(linesIn(path)).toBeGreaterThan(done);
      done = linesIn(path);
      expect(await stored(kind, id)).toBeGreaterThanOrEqual(done);
      expect(readdirSync(dirname(path)).toSorted()).toEqual([basename(path), basename(progressOf(path))]);
    }
    const { stdout, stderr, code } = await importing(kind, id, path);
    expect(stderr).toContain(`Lines 1 to ${done} are done`);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, lines: 4_000, imported: 4_000 });
    expect(await stored(kind, id)).toBe(4_000);
    expect(existsSync(progressOf(path))).toBe(false);
  });
});

describe('an import that has ended halfway', () => {
  /** Ends an import after its first lines, and returns its file. */
  async function endedHalfway(id: NetworkId): Promise<string> {
    const path = fileOf('blocks', 1_200);
    const before = writes();
    faultOf = () => (writes() - before > 20 ? jsonError('AccessDeniedException', 'no') : undefined);
    expect(await importing('blocks', id, path)).toMatchObject({ code: 1 });
    faultOf = () => undefined;
    expect(linesIn(path)).toBe(500);
    return path;
  }
  const begins = 'This one begins with the first line.';

  test('goes on in a file that became longer', async () => {
    const id = await newNetwork();
    const path = await endedHalfway(id);
    writeFileSync(path, `${lineOf.blocks(1_200)}\n`, { flag: 'a' });
    const { stdout, stderr } = await importing('blocks', id, path);
    expect(stderr).toContain('Lines 1 to 500 are done');
    expect(JSON.parse(stdout)).toMatchObject({ lines: 1_201, imported: 1_201 });
    expect(await stored('blocks', id)).toBe(1_201);
  });

  test.each([
    ['with another line among those that are done', (lines: string[]) => lines.with(3, lineOf.blocks(2_000)), 1_201],
    ['with a line less', (lines: string[]) => lines.toSpliced(0, 1), 1_200],
    ['with nothing but other lines', () => [lineOf.blocks(3_000), ''], 501],
  ])('begins anew in a file %s', async (_, change, count) => {
    const id = await newNetwork();
    const path = await endedHalfway(id);
    writeFileSync(path, change(readFileSync(path, 'utf8').split('\n')).join('\n'));
    const { stderr, code } = await importing('blocks', id, path);
    expect({ stderr, code }).toEqual({
      code: 0,
      stderr: `${path} has changed since an import ended after line 500. ${begins}\n`,
    });
    expect(await stored('blocks', id)).toBe(count);
  });

  test.each([
    ['into another network', async (): Promise<NetworkId> => await newNetwork()],
    [
      'into a network that was deleted and created again',
      async (id: NetworkId) => {
        await deleteNetwork(service.connection, id);
        await createNetwork(service.connection, id);
        return id;
      },
    ],
  ])('begins anew %s', async (_, change) => {
    const before = await newNetwork();
    const path = await endedHalfway(before);
    const id = await change(before);
    const { stderr, code } = await importing('blocks', id, path);
    expect({ stderr, code }).toEqual({
      code: 0,
      stderr: `An earlier import of ${path} was into another place or network. ${begins}\n`,
    });
    expect(await stored('blocks', id)).toBe(1_200);
  });

  test('begins anew in a table that was begun anew', async () => {
    const id = await newNetwork();
    const path = await endedHalfway(id);
    const other = await startService();
    const { createdAt } = await createNetwork(other.connection, id);
    writeFileSync(
      progressOf(path),
      readFileSync(progressOf(path), 'utf8').replace(/since [^ ]*/, `since ${createdAt}`),
    );
    const { stderr } = await other.ctl('import', 'blocks', '--network', id, path);
    other.stop();
    expect(stderr).toContain(begins);
  });
});

test('an import refuses what is at the name of its progress and is none, and leaves it as it is', async () => {
  const id = await newNetwork();
  const precious = join(temporaryFolder(), 'precious');
  writeFileSync(precious, 'content');
  const [besideFile, besideLink] = [fileOf('blocks', 3), fileOf('blocks', 3)];
  writeFileSync(progressOf(besideFile), 'content');
  symlinkSync(precious, progressOf(besideLink));
  for (const [path, message] of [
    [besideFile, /is not the progress of an import\.\nMove it away/],
    [besideLink, /can't be written: ELOOP/],
  ] as const) {
    expect(await importing('blocks', id, path)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  }
  expect([precious, progressOf(besideFile)].map((path) => readFileSync(path, 'utf8'))).toEqual(['content', 'content']);
  expect(await stored('blocks', id)).toBe(0);
});

test('an import does not make up for lost time at a higher rate than asked for', async () => {
  const id = await newNetwork();
  const path = fileOf('blocks', 2_000);
  const times: number[] = [];
  let troubleUntil = Number.POSITIVE_INFINITY;
  faultOf = () => {
    const now = performance.now();
    times.push(now);
    if (times.length > 20) troubleUntil = Math.min(troubleUntil, now + 3_000);
    return times.length > 20 && now < troubleUntil ? throttled : undefined;
  };
  expect(await runCtl(words('blocks', id, path, 1_000))).toMatchObject({ code: 0 });
  // Of the four groups of 500 lines, each of 20 calls, the last two begin half a second apart.
  const [third = 0, last = 0] = [times.at(-40) ?? 0, times.at(-20) ?? 0];
  expect(last - third).toBeGreaterThan(450);
});
