import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventually } from '../../test/support/eventually.ts';
import { comparable, runtimeCases, source } from '../../test/support/runtime-cases.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { runSchedules } from '../local-routes/schedules.ts';
import { poolOf } from './pool-of-tests.ts';

const Returned = v.object({ megabytes: v.number(), env: v.record(v.string(), v.string()) });

describe('a function', () => {
  test('gets its event and context, and sees nothing of the environment but its own variables', async () => {
    const { pool } = poolOf(
      `export const handler = async (event, context) => ({ event, name: context.functionName,
        left: context.getRemainingTimeInMillis() > 4000, id: context.awsRequestId, env: { ...process.env } });`,
      { environment: { TABLE: 'blocks' } },
    );
    const outcome = await pool.invoke('{"a":1}');
    expect(outcome.kind === 'returned' && JSON.parse(outcome.payload)).toEqual({
      event: { a: 1 },
      name: 'fixture',
      left: true,
      id: outcome.requestId,
      env: { TABLE: 'blocks' },
    });
  });

  test.each(runtimeCases)('that $how has the answer and the log line of AWS', async ({ how, answer, line }) => {
    const { pool, logText } = poolOf(source);
    const outcome = await pool.invoke(JSON.stringify({ how }));
    expect(outcome.kind === 'returned' ? JSON.parse(outcome.payload) : outcome).toMatchObject(
      outcome.kind === 'failed' ? { error: answer } : answer,
    );
    const lines = await eventually(() => {
      const written = logText().trim();
      expect(written === '').toBe(line === undefined);
      return written === '' ? [] : written.split('\n').map(comparable);
    });
    expect(lines).toEqual(line === undefined ? [] : [line]);
  });

  test('has errors within objects, and what it writes to its standard output, in its log', async () => {
    const { pool, logText } = poolOf(
      `export const handler = async () => {
         console.info({ message: 'done', error: new TypeError('inner') });
         process.stdout.write('{"_aws":1}\\n');
       };`,
    );
    await pool.invoke('{}');
    const error = { errorType: 'TypeError', errorMessage: 'inner', stackTrace: expect.anything() };
    await eventually(() => {
      const lines = logText().trim().split('\n');
      expect(lines).toContain('{"_aws":1}');
      expect(JSON.parse(lines.find((line) => line.includes('done')) ?? '{}')).toMatchObject({ message: { error } });
    });
  });

  test('keeps its state while it is warm, and starts again after a time-out', async () => {
    const { pool } = poolOf(
      `let calls = 0;
       export const handler = async ({ hang }) => { calls += 1; if (hang) await new Promise(() => {}); return calls; };`,
      { timeoutSeconds: 3 },
    );
    expect(await pool.invoke('{}')).toMatchObject({ payload: '1' });
    expect(await pool.invoke('{}')).toMatchObject({ payload: '2' });
    expect(await pool.invoke('{"hang":true}')).toMatchObject({
      kind: 'timeout',
      error: { errorMessage: expect.stringContaining('Task timed out after 3.00 seconds') },
    });
    expect(await pool.invoke('{}')).toMatchObject({ payload: '1' });
  });

  test('ends its workers when it has nothing to do, and starts others again', async () => {
    const { pool } = poolOf(
      `import { randomUUID } from 'node:crypto';
       const worker = randomUUID();
       export const handler = () => new Promise((resolve) => setTimeout(resolve, 400, worker));`,
      {},
      { idleLimitMs: 1_000 },
    );
    const both = async (): Promise<ReadonlySet<string>> => {
      const outcomes = await Promise.all([pool.invoke('{}'), pool.invoke('{}')]);
      return new Set(outcomes.map((outcome) => (outcome.kind === 'returned' ? outcome.payload : outcome.kind)));
    };
    const before = await eventually(async () => {
      const workers = await both();
      expect(workers.size).toBe(2);
      return workers;
    });
    await eventually(() => expect(pool.workers).toBe(0));
    expect((await both()).intersection(before).size).toBe(0);
  });

  test('is ended at its time-out even in an endless loop', async () => {
    const { pool } = poolOf('export const handler = async () => { for (;;) {} };', { timeoutSeconds: 1 });
    expect(await pool.invoke('{}')).toMatchObject({ kind: 'timeout' });
  });

  test('that crashes or exits fails that one event only', async () => {
    const { pool } = poolOf(
      `export const handler = async ({ how }) => {
         if (how === 'exit') process.exit(3);
         if (how === 'reject') { Promise.reject(new Error('unheard')); await new Promise(() => {}); }
         return 'fine';
       };`,
    );
    for (const how of ['exit', 'reject']) {
      expect(await pool.invoke(JSON.stringify({ how }))).toMatchObject({ kind: 'failed' });
      expect(await pool.invoke('{}')).toMatchObject({ kind: 'returned', payload: '"fine"' });
    }
  });

  test('does not keep what it has used for a moment', async () => {
    const { pool } = poolOf(
      `import { getHeapStatistics } from 'node:v8';
       export const handler = async () => {
         let kept = [];
         for (let n = 0; n < 2_000_000; n += 1) { kept.push({ n: [n] }); if (n % 20_000 === 0) kept = []; }
         return getHeapStatistics().total_heap_size / 1e6;
       };`,
      { memoryMegabytes: 1_024 },
    );
    const outcome = await pool.invoke('{}');
    expect(outcome.kind === 'returned' && JSON.parse(outcome.payload)).toBeLessThan(35);
  });

  test('has what was compiled for another worker before, and no variable for that', async () => {
    const bundle = `import { getHeapStatistics } from 'node:v8';
      export const handler = async () => ({ megabytes: getHeapStatistics().external_memory / 1e6, env: process.env });`;
    const compileCache = temporaryFolder();
    const megabytes: number[] = [];
    for (const _ of ['first', 'second']) {
      const outcome = await poolOf(bundle, {}, { compileCache }).pool.invoke('{}');
      const returned = v.parse(Returned, outcome.kind === 'returned' ? JSON.parse(outcome.payload) : {});
      expect(returned.env).toEqual({});
      megabytes.push(returned.megabytes);
    }
    const [first = 0, second = 0] = megabytes;
    // Of what strips types.
    expect(first - second).toBeGreaterThan(5);
  });

  test('handles one event at a time in a worker, and in more workers while events wait', async () => {
    const { pool } = poolOf(
      `let busy = 0;
       export const handler = async () => { busy += 1; const seen = busy;
         await new Promise((resolve) => setTimeout(resolve, 300)); busy -= 1; return seen; };`,
    );
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => pool.invoke('{}')));
    expect(outcomes.map((outcome) => outcome.kind === 'returned' && outcome.payload)).toEqual(['1', '1', '1', '1']);
  });

  test('logs JSON lines with its request id, and reports its warnings', async () => {
    const { pool, warnings, logText } = poolOf(
      `export const handler = async () => { console.info({ message: 'noted', n: 1 }); console.warn('careful %d', 7); };`,
    );
    const { requestId } = await pool.invoke('{}');
    await pool.stop();
    expect(await pool.invoke('{}')).toMatchObject({ kind: 'throttled' });
    const lines = logText()
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual([
      { timestamp: expect.any(String), level: 'INFO', requestId, message: { message: 'noted', n: 1 } },
      { timestamp: expect.any(String), level: 'WARN', requestId, message: 'careful 7' },
    ]);
    expect(warnings).toEqual(['WARN careful 7']);
  });

  test('whose bundle does not load fails its events and says why', async () => {
    const { pool, warnings } = poolOf("throw new Error('broken bundle');");
    expect(await pool.invoke('{}')).toMatchObject({
      kind: 'failed',
      error: { errorType: 'Runtime.ImportModuleError' },
    });
    expect(warnings[0]).toContain('broken bundle');
  });
});

test('a schedule calls its function again and again, until it is stopped', async () => {
  const { pool } = poolOf('export const handler = async () => {};');
  const outcomes: string[] = [];
  const schedule = { logicalId: 'Sweep', arn: 'arn', everyMs: 10, pool };
  const stop = runSchedules([schedule], (_, { kind }) => outcomes.push(kind));
  await eventually(() => expect(outcomes.slice(0, 3)).toEqual(['returned', 'returned', 'returned']));
  stop();
});
