import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { problemOfNode } from '../../bin/sps/supported-node.ts';

test.each(['22.18.0', '22.23.1', '24.0.0', '100.1.2'])('Node %s runs the command line', (version) => {
  expect(problemOfNode(version)).toBeUndefined();
});

test.each(['0.12.0', '20.20.2', '22.17.9'])('Node %s is told to be too old', (version) => {
  expect(problemOfNode(version)).toContain(`22.18.0 or later, and runs on ${version}`);
});

// Two groups of one pattern may have the same name since Node 23 (V8 12.5), and sources of patterns are put together.
/** Three patterns for dates, tried one after the other. */
const APART = 'lambdas/sending/retry-after.ts';

test('no file that the package runs has two groups of a name, which Node 22 refuses in one pattern', () => {
  const files = globSync('{client,contract,ctl,lambdas,lib,local}/**/*.ts');
  expect(files.length).toBeGreaterThan(300);
  const repeating = files.filter((file) => {
    const names = [...readFileSync(file, 'utf8').matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
    return new Set(names).size < names.length;
  });
  expect(repeating).toEqual([APART]);
});
