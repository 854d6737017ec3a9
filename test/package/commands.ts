/** The commands of the package in the app of an adopter, whose stages are known from its assembly alone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type FakeAws, startFakeAws } from '../support/fake-aws.ts';
import { type Adopter, adopter, CDK, DATABASE, env, NAME, node, type StartedCloud, startedCloud } from './adopter.ts';

/** A stage that may be deleted, with another prefix, and one whose alarms reach nobody. */
const APP = `import { App } from 'aws-cdk-lib';
import { development, SocialPlatform } from '${NAME}';

const app = new App();
new SocialPlatform(app, 'acme-trial', {
  name: 'trial',
  prefix: 'acme',
  ...development({ api: { throttle: { requestsPerSecond: 90, burst: 90 } } }),
});
new SocialPlatform(app, 'live', { alarms: { enabled: true } });
`;

export function commandTests(): void {
  describe('in the app of an adopter', () => {
    let acme: Adopter;
    let cloud: StartedCloud;
    let data: string;
    beforeAll(async () => {
      acme = await adopter('commands', ...CDK, DATABASE, 'aws-cdk');
      data = join(acme.project, 'data');
      writeFileSync(join(acme.project, 'app.mjs'), APP);
      writeFileSync(join(acme.project, 'cdk.json'), JSON.stringify({ app: `'${node}' app.mjs` }));
      cloud = await startedCloud(acme, data);
    }, 240_000);
    afterAll(async () => {
      await cloud.stop();
    });

    test('sps smoke calls the main flows of what sps start hosts', async () => {
      const { stdout } = await acme.sps('smoke', '--data', data);
      expect(stdout).toMatch(/^ok {6}everything is removed/m);
    }, 120_000);

    test('sps prove tries the behaviours that need no account, with the settings of the stage', async () => {
      const report = join(acme.project, 'report.md');
      const { stdout } = await acme.sps('prove', '--data', data, '--report', report);
      expect(stdout).toContain('report.md');
      const text = readFileSync(report, 'utf8');
      expect(text).toMatch(/^- smoke test: done in/m);
      expect(text).toMatch(/\| commit +\| none: the package/);
      expect(text).not.toContain('otherwise**');
    }, 300_000);

    test('sps mcp serves the webhooks of a network to agents', async () => {
      const client = new McpClient({ name: 'test', version: '1' });
      const args = ['mcp', '--network', 'demo', '--data', data];
      const command = join(acme.project, 'node_modules/.bin/sps');
      await client.connect(new StdioClientTransport({ command, args, cwd: acme.project, env, stderr: 'ignore' }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('list_webhooks');
      await client.close();
    }, 60_000);

    describe('an account', () => {
      let aws: FakeAws;
      beforeAll(async () => {
        aws = await startFakeAws();
      });
      afterAll(() => aws.stop());
      const refused = async (...words: readonly string[]) => {
        const sps = join(acme.project, 'node_modules/.bin/sps');
        return await acme.run(sps, words, aws.environment).then(
          ({ stdout }) => expect(stdout).toBe('a refusal'),
          ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
        );
      };

      test('is looked at by sps deploy, which names the setting that is missing', async () => {
        expect(await refused('deploy', '--env', 'live')).toEqual({
          code: 1,
          stderr: expect.stringMatching(
            /Alarms of live would reach nobody\.[\s\S]*alarms\.notify[\s\S]*Nothing was deployed/,
          ),
        });
      }, 120_000);

      test('is not touched by sps destroy for a protected stage', async () => {
        const { stderr } = (await refused('destroy', '--env', 'live')) ?? {};
        expect(stderr).toMatch(/The stage live is protected/);
      }, 120_000);

      test.each(['diff', 'prove'])(
        'is not touched by sps %s for a stage that the app does not have',
        async (command) => {
          const { stderr } = (await refused(command, '--env', 'other')) ?? {};
          expect(stderr).toMatch(/trial/);
        },
        120_000,
      );

      test('gets by sps prove what it announces, for the stage of the app, and only after a yes', async () => {
        const { code, stderr } = (await refused('prove', '--env', 'trial')) ?? {};
        expect(code).toBe(1);
        expect(stderr).toMatch(
          /deploys the stage trial .*[\s\S]*acme-trial-data, .*acme-prove-trial[\s\S]*Nothing was done/,
        );
      }, 120_000);
    });
  });
}
