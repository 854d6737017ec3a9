/** Imports that ended halfway: they say where, and the next run goes on there. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { NetworkId } from '../../contract/ids.ts';
import { spawnCtl, startService } from '../../test/support/ctl.ts';
import { eventually } from '../../test/support/eventually.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createNetwork, deleteNetwork } from '../networks.ts';
import { denied, faultyService, fileOf, lineOf, linesIn, progressOf, writesPerLine } from './faulty-service.ts';

const faulty = faultyService();
const { newNetwork, words, importing, stored, writes } = faulty;

describe.each(['blocks', 'activity'] as const)('an import of %s', (kind) => {
  test('that an error has ended says how far it got, and goes on there', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 1_200);
    const whole = 1_200 * writesPerLine[kind];
    faulty.countWrites();
    faulty.faultOf = () => (writes() > whole / 2 ? denied : undefined);
    const ended = await importing(kind, id, path);
    const done = linesIn(path);
    expect(done).toBeGreaterThanOrEqual(500);
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `The local cloud refused the request: AccessDeniedException: no\nLines 1 to ${done} are done. Run the same command again: it goes on after them.\n`,
      ),
    });
    faulty.faultOf = () => undefined;
    faulty.countWrites();
    const { stdout, stderr, code } = await importing(kind, id, path);
    expect(stderr).toContain(`Lines 1 to ${done} are done, by an earlier run: this one goes on after them.\n`);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, lines: 1_200, imported: 1_200, refused: 0 });
    expect(writes()).toBe(Math.round((whole * (1_200 - done)) / 1_200));
    expect(await stored(kind, id)).toBe(1_200);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  test('that was killed goes on after the last line that is surely stored', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 2_000);
    for (const [done, until] of [
      [0, 700],
      [500, 1_700],
    ] as const) {
      faulty.countWrites();
      // Some lines of the next group are stored as well.
      faulty.faultOf = () => (writes() > (until - done) * writesPerLine[kind] ? 'hang' : undefined);
      const { child, ended } = spawnCtl(words(kind, id, path));
      await eventually(() => expect(linesIn(path)).toBe(until - 200), 60_000);
      await eventually(() => expect(writes()).toBeGreaterThan((until - done) * writesPerLine[kind]), 60_000);
      child.kill('SIGKILL');
      expect(await ended).toBe(null);
      expect(linesIn(path)).toBe(until - 200);
      expect(readdirSync(dirname(path)).toSorted()).toEqual([basename(path), basename(progressOf(path))]);
    }
    faulty.faultOf = () => undefined;
    faulty.countWrites();
    const { stdout, stderr, code } = await importing(kind, id, path);
    expect(stderr).toContain('Lines 1 to 1500 are done, by an earlier run');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, lines: 2_000, imported: 2_000 });
    expect(writes()).toBeLessThan(501 * writesPerLine[kind]);
    expect(await stored(kind, id)).toBe(2_000);
    expect(existsSync(progressOf(path))).toBe(false);
  });
});

describe('an import that has ended halfway', () => {
  /** Ends an import after its first lines, and returns its file. */
  async function endedHalfway(id: NetworkId): Promise<string> {
    const path = fileOf('blocks', 1_200);
    faulty.countWrites();
    faulty.faultOf = () => (writes() > 20 ? denied : undefined);
    expect(await importing('blocks', id, path)).toMatchObject({ code: 1 });
    faulty.faultOf = () => undefined;
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
        await deleteNetwork(faulty.service().connection, id);
        await createNetwork(faulty.service().connection, id);
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
