import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** Runs `npm run diff` without anything of AWS in the environment. */
function diff(...args: readonly string[]) {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
  return spawnSync(process.execPath, ['scripts/stage.ts', 'diff', ...args], {
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(variables),
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
  });
}

test('a diff without region and credentials says so before anything is synthesized', () => {
  const { status, stdout, stderr } = diff('--env', 'prod');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/No AWS region is set/);
  expect(stderr).toMatch(/There are no AWS credentials that can be used/);
});

test('a diff of no stage is a usage error', () => {
  expect(diff()).toMatchObject({ status: 2, stderr: expect.stringMatching(/Name the stage to diff/) });
});
