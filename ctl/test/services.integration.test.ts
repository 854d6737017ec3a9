import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { seedNetworks } from '../../bin/start/networks.ts';
import { ctlHere, type Run, refusal, runCtl, type Service, spawnCtl, startService } from '../../test/support/ctl.ts';
import { type FakeAws, jsonError, startFakeAws } from '../../test/support/fake-aws.ts';
import { startClosingEarly } from '../../test/support/receivers/raw-receivers.ts';
import { call, cloud, dataFolder, emulatorVariables } from '../../test/support/service.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { startDatabase } from './faulty-database.ts';

describe('which service a command works on', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    await service.ctl('network', 'create', 'acme');
  });
  afterAll(() => service.stop());

  describe('a local cloud', () => {
    test('that npm start runs is used, and accepts the tokens', async () => {
      // Another start has nothing to add.
      await seedNetworks(cloud());
      const data = dataFolder();
      const list = await ctlHere(['network', 'list', '--json', '--data', data]);
      expect(JSON.parse(list.stdout)).toEqual(
        expect.arrayContaining(['demo', 'locked', 'other'].map((networkId) => expect.objectContaining({ networkId }))),
      );
      const { stdout } = await runCtl(['token', '--network', 'demo', '--user', 'ctl-test', '--data', data]);
      expect(await call('POST', '/block', { token: stdout.trimEnd(), body: {} })).toMatchObject({
        status: 200,
        body: { results: [] },
      });
    });

    test('is found by its data folder, given before or after the command', async () => {
      const [before, after] = await Promise.all([
        ctlHere(['--data', service.folder, '--json', 'network', 'show', 'acme']),
        ctlHere(['network', 'show', 'acme', '--json', '--data', service.folder]),
      ]);
      expect(JSON.parse(before.stdout)).toMatchObject({ networkId: 'acme' });
      expect(after).toEqual(before);
    });

    test('that does not run is reported with the command that starts it', async () => {
      const run = await runCtl(['network', 'list', '--data', '/nowhere/data']);
      expect(run).toEqual(
        refusal(/^No local cloud runs on \/nowhere\/data\.\nStart one: npm start -- --data \/nowhere\/data/),
      );
    });

    /** A data folder whose `cloud.json` differs from that of a local cloud that runs. */
    function folderWith(difference: object): string {
      const folder = temporaryFolder();
      const { endpoint: dynamodb, outputs } = service;
      const { region, credentials } = cloud();
      const file = { pid: process.pid, region, endpoints: { dynamodb }, credentials, outputs };
      writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ ...file, ...difference }));
      return folder;
    }

    const MORE_THAN_ANY_PID = 2 ** 30;
    test.each([
      ['whose process is gone', { pid: MORE_THAN_ANY_PID }, /^No local cloud runs on/],
      ['of another version', { endpoints: {} }, /cloud\.json was not written by this version of the local cloud/],
      ['without the tables', { outputs: {} }, /has no stack output BlocksTableName/],
    ])('%s is reported', async (_, difference, message) => {
      const run = await ctlHere(['network', 'list', '--data', folderWith(difference)]);
      expect(run).toEqual({ stdout: '', stderr: expect.stringMatching(message), code: 1 });
    });

    test('whose database is gone is reported', async () => {
      const folder = folderWith({ endpoints: { dynamodb: 'http://127.0.0.1:1' } });
      // In a process, since an error of a socket is no Error of Jest's realm.
      const run = await runCtl(['network', 'list', '--data', folder]);
      expect(run).toEqual(
        refusal(new RegExp(`^The local cloud's database does not respond.*\\n.*npm start -- --data ${folder}\\n$`)),
      );
    });

    test('that refuses a request is not said to be AWS', async () => {
      const database = await startDatabase(() => jsonError('AccessDeniedException', 'no'));
      const run = await ctlHere(['network', 'list', '--data', folderWith({ endpoints: { dynamodb: database.url } })]);
      await database.stop();
      expect(run).toEqual(refusal(/^The local cloud refused the request: AccessDeniedException: no\n$/));
    });
  });

  describe('a deployed stage', () => {
    let fake: FakeAws;
    let environment: Readonly<Record<string, string>>;
    beforeAll(async () => {
      const ofService = Object.entries(cloud().outputs).filter(([name]) => !name.endsWith('TableName'));
      fake = await startFakeAws();
      fake.account.stacks = {
        'sps-dev-data': { outputs: service.outputs },
        'sps-dev-panel': { outputs: { PanelUrl: 'https://d1.cloudfront.net/admin/' } },
        'sps-staging-data': { outputs: service.outputs },
        'sps-dev-service': { outputs: Object.fromEntries(ofService) },
      };
      environment = { ...fake.environment, ...emulatorVariables() };
    });
    afterAll(() => fake.stop());

    /** Runs the command here, with these variables of the environment and no others of AWS. */
    async function ctl(
      words: string[],
      variables: Readonly<Record<string, string | undefined>> = environment,
    ): Promise<Run> {
      const before = process.env;
      const others = Object.entries(before).filter(([name]) => !name.startsWith('AWS_'));
      process.env = { ...Object.fromEntries(others), ...variables };
      const run = await ctlHere(words);
      process.env = before;
      return run;
    }

    test('is found by the outputs of its data stack', async () => {
      const { stdout, stderr, code } = await ctl(['--env', 'dev', 'network', 'show', 'acme', '--json']);
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      expect(JSON.parse(stdout)).toMatchObject({ networkId: 'acme' });
    });

    test('has its panel at the URL in the output of its panel stack', async () => {
      const { stdout, code } = await ctl(['--env', 'dev', 'admin-link', 'acme'], { ...environment, SPS_OPERATOR: '' });
      expect({ stdout, code }).toEqual({
        stdout: expect.stringMatching(/^https:\/\/d1\.cloudfront\.net\/admin\/#link=[\w-]{43}\n$/),
        code: 0,
      });
    });

    test('has its failed messages in the queues that the outputs of its service stack name', async () => {
      const { stdout, code } = await ctl(['redrive', 'list', '--env', 'dev', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual(expect.any(Array));
      expect(await ctl(['redrive', 'list', '--env', 'staging'])).toMatchObject({
        stdout: '',
        stderr: expect.stringMatching(/no stack sps-staging-service in us-east-1/),
      });
    });

    test('that can not be reached is not said to have refused anything', async () => {
      const broken = await startClosingEarly('no HTTP');
      // In a process, since an error of a socket is no Error of Jest's realm.
      const run = await runCtl(['network', 'list', '--env', 'dev'], {
        ...environment,
        AWS_ENDPOINT_URL_CLOUDFORMATION: new URL(broken.url).origin,
      });
      await broken.stop();
      expect(run).toEqual(refusal(/^AWS could not be reached.*\nCheck the network, the region/));
    });

    const notThere = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
    test('whose endpoint refuses connections is not said to be a local cloud', async () => {
      const run = await runCtl(['network', 'list', '--env', 'dev'], { ...environment, ...notThere });
      expect(run).toEqual(refusal(/^AWS could not be reached.*ECONNREFUSED.*\nCheck the network, .*AWS_ENDPOINT_URL/));
    });

    test('whose endpoint refuses connections is not said to be a local cloud by the smoke test', async () => {
      const env = { PATH: process.env['PATH'], ...environment, ...notThere };
      const smoke = promisify(execFile)(process.execPath, ['bin/sps.ts', 'smoke', '--env', 'dev'], { env });
      await expect(smoke).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^AWS could not be reached.*ECONNREFUSED/),
      });
    });

    test('that refuses a request is said to be AWS', async () => {
      const database = await startDatabase(() => jsonError('AccessDeniedException', 'no'));
      const run = await ctl(['network', 'list', '--env', 'dev'], {
        ...environment,
        AWS_ENDPOINT_URL_DYNAMODB: database.url,
      });
      await database.stop();
      expect(run).toEqual(refusal(/^AWS refused the request: AccessDeniedException: no\n$/));
    });

    const list = (stage: string) => ['network', 'list', '--env', stage];
    test.each<[string, string[], Record<string, string | undefined>, RegExp]>([
      ['without a panel', ['--env', 'staging', 'admin-link', 'acme'], {}, /no stack sps-staging-panel in us-east-1/],
      [
        'that is not deployed',
        list('prod'),
        {},
        /no stack sps-prod-data in us-east-1.*\n.*npm run deploy -- --env prod/,
      ],
      ['without a region', list('dev'), { AWS_REGION: undefined }, /^No AWS region is set\.\n.*AWS_REGION/],
      [
        'without credentials',
        list('dev'),
        { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined },
        /no valid AWS credentials.*\n.*AWS_PROFILE/,
      ],
    ])('%s is reported with what is missing, and what to do', async (_, words, changes, message) => {
      expect(await ctl(words, { ...environment, ...changes })).toEqual(refusal(message));
    });
  });
});

test('a command ends without an error when stdout is closed', async () => {
  const { child, printed, ended } = spawnCtl(['--help']);
  child.stdout.destroy();
  expect({ code: await ended, stderr: printed.stderr }).toEqual({ code: 0, stderr: '' });
});

// A device that Linux has.
(existsSync('/dev/full') ? test : test.skip)('a command says why its result could not be written', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['bin/sps.ts', '--help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (part) => {
    stderr += part;
  });
  const [code] = await once(child, 'close');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^The result can't be written.*\n$/) });
});
