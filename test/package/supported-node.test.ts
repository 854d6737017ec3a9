import { expect, test } from '@jest/globals';
import { problemOfNode } from '../../bin/sps/supported-node.ts';

test.each(['22.18.0', '22.23.1', '24.0.0', '100.1.2'])('Node %s runs the command line', (version) => {
  expect(problemOfNode(version)).toBeUndefined();
});

test.each(['0.12.0', '20.20.2', '22.17.9'])('Node %s is told to be too old', (version) => {
  expect(problemOfNode(version)).toContain(`22.18.0 or later, and runs on ${version}`);
});
