import { describe, expect, test } from '@jest/globals';
import { destroyStage } from '../../bin/stage/stage.ts';
import { stageArguments } from '../../bin/stage/stage-arguments.ts';
import { stages } from '../../lib/config.ts';
import { readyAccount, recorded, xmlError } from '../support/fake-aws.ts';
import { withFakeAws } from '../support/with-fake-aws.ts';

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
      cdk: ['deploy', 'prod/service', 'prod/panel', '--exclusively', ...context('prod'), '-c', 'urgent=true'],
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

const aws = withFakeAws();

async function destroy(config: Parameters<typeof destroyStage>[1] = stages.dev) {
  const args = stageArguments('destroy', ['--env', 'dev', '--force']);
  if ('problem' in args) throw new Error(args.problem);
  return await recorded(args, (tools) => destroyStage(args, config, tools));
}

test('a stage is deleted by cdk, which knows the order, after its account and region are named', async () => {
  expect(await destroy()).toEqual({
    code: 0,
    commands: ['destroy --all --context env=dev --output cdk.out/dev --force'],
    output: 'Deleting dev, with all its data, in eu-west-1 of account 123456789012.',
  });
});

test('nothing is deleted with credentials that have expired', async () => {
  aws().account = { ...readyAccount(), identity: xmlError('ExpiredToken', 'no', 403) };
  expect(await destroy()).toMatchObject({ code: 1, commands: [], output: expect.stringMatching(/have expired/) });
});

test('nothing is deleted while stacks refuse, as they do if the stage was protected when it was deployed', async () => {
  aws().account = {
    ...readyAccount(),
    stacks: { 'sps-dev-data': { isProtected: true }, 'sps-dev-service': { isProtected: true }, 'sps-dev-panel': {} },
  };
  expect(await destroy()).toMatchObject({
    code: 1,
    commands: [],
    output: expect.stringMatching(/sps-dev-data, sps-dev-service\.\n.*npm run deploy -- --env dev/),
  });
});

test('nothing is deleted while stacks of a host use the stage', async () => {
  const stacks = {
    'sps-dev-data': { exports: ['data:Table', 'data:Pool'] },
    'sps-dev-service': { exports: ['service:Api'] },
    'sps-dev-panel': {},
  };
  const own = { 'data:Table': ['sps-dev-service'], 'service:Api': ['sps-dev-panel'] };
  aws().account = { ...readyAccount(), stacks, importers: own };
  expect(await destroy()).toMatchObject({ code: 0 });
  aws().account.importers = { ...own, 'data:Pool': ['acme'], 'service:Api': ['acme', 'sps-dev-panel'] };
  expect(await destroy()).toMatchObject({
    code: 1,
    commands: [],
    output: expect.stringMatching(/Other stacks import values of dev, .*: acme\./),
  });
});

test('a panel that was opted out of, and is still deployed, has to be deleted first', async () => {
  const withoutPanel = { ...stages.dev, panel: { enabled: false, optOutReason: 'a test' } } as const;
  aws().account = { ...readyAccount(), stacks: { 'sps-dev-panel': {} } };
  expect(await destroy(withoutPanel)).toMatchObject({
    code: 1,
    commands: [],
    output: expect.stringMatching(/Delete it first: aws cloudformation delete-stack --stack-name sps-dev-panel/),
  });
  aws().account = { ...readyAccount(), stacks: { 'sps-dev-panel': { isProtected: true } } };
  expect((await destroy(withoutPanel)).output).toMatch(
    /--no-enable-termination-protection --stack-name sps-dev-panel && aws cloudformation delete-stack/,
  );
  aws().account = readyAccount();
  expect(await destroy(withoutPanel)).toMatchObject({ code: 0 });
});
