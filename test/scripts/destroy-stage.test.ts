import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { awsClients } from '../../scripts/preflight/aws.ts';
import { destroyStage } from '../../scripts/stage.ts';
import { stageArguments } from '../../scripts/stage-arguments.ts';
import { type FakeAws, readyAccount, startFakeAws, xmlError } from './fake-aws.ts';

const before = { ...process.env };
let aws: FakeAws;
beforeAll(async () => {
  aws = await startFakeAws();
  process.env = { ...before, ...aws.environment };
});
beforeEach(() => {
  aws.account = readyAccount();
});
afterAll(async () => {
  process.env = before;
  await aws.stop();
});

async function destroy(config: Parameters<typeof destroyStage>[1] = stages.dev) {
  const args = stageArguments('destroy', ['--env', 'dev', '--force']);
  if ('problem' in args) throw new Error(args.problem);
  const printed: string[] = [];
  const commands: string[] = [];
  const clients = awsClients(args);
  const code = await destroyStage(args, config, {
    clients,
    cdk: async (words) => {
      commands.push(words.join(' '));
      return 0;
    },
    print: (text) => printed.push(text),
  });
  for (const client of Object.values(clients)) client.destroy();
  return { code, commands, output: printed.join('\n') };
}

test('a stage is deleted by cdk, which knows the order, after its account and region are named', async () => {
  expect(await destroy()).toEqual({
    code: 0,
    commands: ['destroy --all --context env=dev --output cdk.out/dev --force'],
    output: 'Deleting dev, with all its data, in eu-west-1 of account 123456789012.',
  });
});

test('nothing is deleted with credentials that have expired', async () => {
  aws.account = { ...readyAccount(), identity: xmlError('ExpiredToken', 'no', 403) };
  expect(await destroy()).toMatchObject({ code: 1, commands: [], output: expect.stringMatching(/have expired/) });
});

test('a panel that was opted out of, and is still deployed, has to be deleted first', async () => {
  const withoutPanel = { ...stages.dev, panel: { enabled: false, optOutReason: 'a test' } } as const;
  aws.account = { ...readyAccount(), stacks: { 'sps-dev-panel': {} } };
  expect(await destroy(withoutPanel)).toMatchObject({
    code: 1,
    commands: [],
    output: expect.stringMatching(/delete-stack --stack-name sps-dev-panel/),
  });
  aws.account = readyAccount();
  expect(await destroy(withoutPanel)).toMatchObject({ code: 0 });
});
