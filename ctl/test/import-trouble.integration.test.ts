/** Imports and exports that meet a service in trouble: they wait, and say so. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { runCtl, spawnCtl } from '../../test/support/ctl.ts';
import { seededRandom } from '../../test/support/delivery-world/seeded-random.ts';
import { eventually } from '../../test/support/eventually.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { DatabaseCall, Fault } from './faulty-database.ts';
import { failed, faultyService, fileOf, linesIn, throttled } from './faulty-service.ts';

const faulty = faultyService();
const { newNetwork, words, importing, stored, writes } = faulty;

/** What DynamoDB returns where it has written nothing of a batch. */
const unprocessed = ({ body }: DatabaseCall): Fault => ({
  status: 200,
  type: 'application/x-amz-json-1.0',
  body: JSON.stringify({ UnprocessedItems: v.parse(Batch, JSON.parse(body)).RequestItems }),
});
const Batch = v.object({ RequestItems: v.unknown() });

describe.each(['blocks', 'activity'] as const)('an import of %s', (kind) => {
  test('goes on while calls are throttled, fail, break off and leave something undone', async () => {
    const id = await newNetwork();
    const path = fileOf(kind, 1_000);
    const random = seededRandom(46);
    faulty.faultOf = (call) => {
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
    const path = fileOf(kind, 600);
    faulty.countWrites();
    const { printed, ended } = spawnCtl(words(kind, id, path));
    const isTold = () => printed.stderr.includes('The call is repeated, for up to 10 minutes.\n');
    faulty.faultOf = () => (writes() > 10 && !isTold() ? failed : undefined);
    expect(await ended).toBe(0);
    expect(printed.stderr).toMatch(
      /^The local cloud refused the request: InternalFailure: busy\nThe call is repeated/m,
    );
    expect(await stored(kind, id)).toBe(600);
  });
});

test('an import does not make up for lost time at a higher rate than asked for', async () => {
  const id = await newNetwork();
  const path = fileOf('blocks', 4_000);
  const times: number[] = [];
  let troubleUntil = Number.POSITIVE_INFINITY;
  faulty.faultOf = () => {
    const now = performance.now();
    times.push(now);
    if (times.length > 20) troubleUntil = Math.min(troubleUntil, now + 3_000);
    return times.length > 20 && now < troubleUntil ? throttled : undefined;
  };
  expect(await runCtl(words('blocks', id, path, 1_000))).toMatchObject({ code: 0 });
  // Of the eight groups of 500 lines, each of 20 calls, the last six begin half a second apart.
  const [third = 0, last = 0] = [times.at(-120) ?? 0, times.at(-20) ?? 0];
  expect(last - third).toBeGreaterThan(5 * 450);
});

/** A call is given up after 30 s, so a process that waits for it takes longer. */
const AT_ONCE_MS = 10_000;

async function endedBySignal({ child, ended }: Pick<ReturnType<typeof spawnCtl>, 'child' | 'ended'>): Promise<unknown> {
  const started = performance.now();
  child.kill('SIGINT');
  const code = await ended;
  expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  return code;
}

test('an import that waits for a database which does not respond ends at once with Ctrl-C', async () => {
  const id = await newNetwork();
  const path = fileOf('activity', 1_000);
  faulty.countWrites();
  faulty.faultOf = () => (writes() > 800 ? 'hang' : undefined);
  const { child, printed, ended } = spawnCtl(words('activity', id, path));
  await eventually(() => expect(writes()).toBeGreaterThan(800), 60_000);
  expect(await endedBySignal({ child, ended })).toBe(1);
  expect(printed.stderr).toMatch(/^Stopped after line 500\.\nRun the same command again: it goes on there\.\n$/m);
  expect(linesIn(path)).toBe(500);
});

test('an export goes on while calls fail, and leaves nothing behind that is in the way after Ctrl-C', async () => {
  const id = await newNetwork();
  await importing('blocks', id, fileOf('blocks', 3));
  const out = join(temporaryFolder(), 'out.ndjson');
  const exporting = ['export', 'blocks', '--network', id, out, '--data', faulty.folder];
  let scans = 0;
  faulty.faultOf = () => {
    scans += 1;
    return 'hang';
  };
  const { child, printed, ended } = spawnCtl(exporting);
  await eventually(() => expect(scans).toBeGreaterThan(0), 60_000);
  expect(await endedBySignal({ child, ended })).toBe(1);
  expect(printed.stderr).toBe('Stopped.\nRun the same command again: an export begins anew.\n');
  expect(readdirSync(dirname(out))).toEqual([]);
  faulty.faultOf = () => (++scans < 5 ? throttled : undefined);
  expect(await runCtl(exporting)).toMatchObject({ code: 0, stdout: `3 records in ${out}\n` });
});
