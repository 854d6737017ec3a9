import { describe, expect, test } from '@jest/globals';
import { stageConfig, stageNames, stages } from '../../lib/config.ts';
import { deployArguments } from '../../scripts/deploy-arguments.ts';

describe('stageConfig', () => {
  test.each(stageNames)('returns the settings of %s', (name) => {
    expect(stageConfig(name)).toBe(stages[name]);
    expect(stages[name].name).toBe(name);
  });

  test.each([undefined, 'production', '', 'toString', 7])('lists the stages when %j is none of them', (name) => {
    expect(() => stageConfig(name)).toThrow(/-c env=<stage>: local, dev, staging, prod/);
  });
});

describe('npm run deploy', () => {
  test.each([
    [['--env', 'dev'], 'dev', []],
    [['--env=prod'], 'prod', []],
    [['--env', 'staging', '--require-approval', 'never'], 'staging', ['--require-approval', 'never']],
    [['--hotswap', '--env', 'dev', '-v'], 'dev', ['--hotswap', '-v']],
  ])('%j deploys every stack of %s and passes the rest on', (typed, stage, rest) => {
    expect(deployArguments(typed)).toEqual({
      cdk: ['deploy', '--all', '--context', `env=${stage}`, '--output', `cdk.out/${stage}`, ...rest],
    });
  });

  test.each([
    [[], /^Name the stage to deploy: .*dev\|staging\|prod/],
    [['--env'], /^Name the stage to deploy/],
    [['--env', 'local'], /^The stage local can't be deployed; npm start hosts it/],
    [['--env', 'nowhere'], /^There is no stage "nowhere": .*dev\|staging\|prod/],
    [['--env', 'dev', '--env', 'prod'], /^Name one stage/],
  ])('%j is refused with what to type instead', (typed, problem) => {
    expect(deployArguments(typed)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
