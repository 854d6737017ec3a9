/** Functions written for a test. Their pools end with the test file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openLog } from '../data-folder/log-file.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { FunctionPool, type FunctionPoolOptions } from '../functions/function-pool.ts';
import { functionArn } from '../template/names.ts';

const pools: FunctionPool[] = [];
afterAll(async () => void (await Promise.all(pools.map((pool) => pool.stop()))));

/** A function with this bundle, the warnings that it has logged, and its log. */
export function poolOf(
  source: string,
  definition: Partial<FunctionDefinition> = {},
  options: Partial<FunctionPoolOptions> = {},
) {
  const folder = temporaryFolder();
  const file = join(folder, /\bexports\b/.test(source) ? 'index.cjs' : 'index.mjs');
  writeFileSync(file, source);
  const warnings: string[] = [];
  const pool = new FunctionPool({
    definition: {
      title: 'Fixture',
      name: 'fixture',
      arn: functionArn('fixture'),
      logicalId: 'Fixture',
      file,
      handler: 'handler',
      memoryMegabytes: 128,
      timeoutSeconds: 10,
      mayLoop: false,
      variables: {},
      environment: {},
      ...definition,
    },
    log: openLog(folder, 'Fixture'),
    concurrency: 2,
    onWarning: (_title, level, summary) => void warnings.push(`${level} ${summary}`),
    ...options,
  });
  pools.push(pool);
  return { pool, warnings, logText: () => readFileSync(join(folder, 'Fixture.log'), 'utf8') };
}
