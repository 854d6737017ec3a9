import { describe, expect, test } from '@jest/globals';
import { stageArguments } from '../../scripts/stage-arguments.ts';

const context = (stage: string) => ['--context', `env=${stage}`, '--output', `cdk.out/${stage}`];

describe('npm run deploy', () => {
  test.each([
    [['--env', 'dev'], 'dev', []],
    [['--env=prod'], 'prod', []],
    [['--env', 'staging', '--require-approval', 'never'], 'staging', ['--require-approval', 'never']],
    [['--hotswap', '--env', 'dev', '-v'], 'dev', ['--hotswap', '-v']],
  ])('%j deploys every stack of %s and passes the rest on', (typed, stage, rest) => {
    expect(stageArguments('deploy', typed)).toMatchObject({
      stage,
      passedOn: rest,
      cdk: ['deploy', '--all', ...context(stage), ...rest],
    });
  });

  test('leaves the data stack as it is with --keep-data, which cdk does not get', () => {
    expect(stageArguments('deploy', ['--keep-data', '--env', 'prod', '-c', 'urgent=true'])).toMatchObject({
      keepData: true,
      cdk: ['deploy', 'sps-prod-service', 'sps-prod-panel', '--exclusively', ...context('prod'), '-c', 'urgent=true'],
    });
    expect(stageArguments('destroy', ['--env', 'dev', '--keep-data'])).toEqual({
      problem: expect.stringMatching(/^Only a deployment has --keep-data/),
    });
  });

  test('reads the profile and the region, and passes them on too', () => {
    const typed = ['--env', 'dev', '--profile', 'sandbox', '--region=eu-north-1'];
    expect(stageArguments('deploy', typed)).toMatchObject({
      profile: 'sandbox',
      region: 'eu-north-1',
      passedOn: ['--profile', 'sandbox', '--region=eu-north-1'],
    });
  });
});

describe('npm run diff', () => {
  test('compares every stack of the stage and passes the rest on', () => {
    expect(stageArguments('diff', ['--env', 'prod', '--security-only'])).toMatchObject({
      cdk: ['diff', ...context('prod'), '--security-only'],
    });
  });
});

describe('npm run destroy', () => {
  test.each([[[]], [['--force']], [['--yes']]])('deletes every stack of dev, with %j as typed', (rest) => {
    expect(stageArguments('destroy', ['--env', 'dev', ...rest])).toMatchObject({
      cdk: ['destroy', '--all', ...context('dev'), ...rest],
    });
  });

  test.each(['staging', 'prod'])('refuses %s, which is protected', (stage) => {
    expect(stageArguments('destroy', ['--env', stage, '--force'])).toEqual({
      problem: expect.stringMatching(new RegExp(`^The stage ${stage} is protected .* nothing was done`)),
    });
  });
});

describe.each(['deploy', 'diff', 'destroy'] as const)('npm run %s', (command) => {
  test.each([
    [[], /^Name the stage to \w+: npm run \w+ .*dev\|staging\|prod/],
    [['--env'], /^Name the stage to/],
    [['--env', 'local'], /^The stage local is not in AWS; npm start hosts it/],
    [['--env', 'nowhere'], /^There is no stage "nowhere": .*dev\|staging\|prod/],
    [['--env', 'dev', '--env', 'prod'], /^Name one stage/],
  ])('refuses %j with what to type instead', (typed, problem) => {
    expect(stageArguments(command, typed)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
