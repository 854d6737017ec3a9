import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { allNetworks } from '@social-platform-services/ctl/networks';
import { allProofs } from '../../bin/prove/all-proofs.ts';
import type { RunCommand } from '../../bin/prove/commands.ts';
import { runProve } from '../../bin/prove/main.ts';
import { proveInAws } from '../../bin/prove/run-in-aws.ts';
import { measuredFunctions, triedFunction } from '../../bin/prove/stage-functions.ts';
import { projectApp } from '../../bin/stage/stage-app.ts';
import { stages } from '../../lib/config.ts';
import type { StageNames } from '../../lib/stage-names.ts';
import { patience } from '../support/eventually.ts';
import { readyAccount } from '../support/fake-aws.ts';
import { connection, dataFolder } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withFakeAws } from '../support/with-fake-aws.ts';

jest.setTimeout(patience(120_000));

/** Why the local stage does not show what needs no account. */
const reasons: Readonly<Record<string, string>> = {
  'Requests to a receiver come from the addresses that the stage lists': 'the stage has no addresses of its own',
};

describe('prove --data', () => {
  test('shows all that needs no account, says of everything else that it is untried, and leaves no network', async () => {
    const report = join(temporaryFolder(), 'runs', 'report.md');
    const commands: string[] = [];
    const command: RunCommand = async (name, words) => {
      commands.push(`${name} ${words.join(' ')}`);
      return 0;
    };
    expect(await runProve(['--data', dataFolder(), '--report', report], { command, app: async () => projectApp })).toBe(
      0,
    );
    expect(commands).toEqual([`smoke --data ${dataFolder()}`]);
    const page = readFileSync(report, 'utf8');
    for (const { name, needs } of allProofs) {
      const reason = needs === 'AWS' ? 'untried: it needs AWS' : reasons[name];
      expect(page).toContain(reason === undefined ? `**confirmed**: ${name}` : `**not shown**: ${name} (${reason}`);
    }
    expect(page).toMatch(/until its receiver has it +\| 20 /);
    expect(page).not.toContain(': failed after');
    const ids = (await allNetworks(connection())).map(({ networkId }) => networkId);
    expect(ids.filter((id) => id.startsWith('prove-'))).toEqual([]);
  });
});

test('the functions that are measured, and the one whose rights are tried, are those of the template', () => {
  const folder = join(dataFolder(), 'cdk.out');
  const files = globSync('**/*.template.json', { cwd: folder });
  const template = files.map((file) => readFileSync(join(folder, file), 'utf8')).join();
  for (const id of [...Object.values(measuredFunctions), triedFunction])
    expect(template).toMatch(new RegExp(`"${id}[0-9A-F]{8}"`));
});

// What happens in AWS between these has never run.
describe('prove --env', () => {
  const aws = withFakeAws();

  /** Runs in the fake, in which only the commands do something. */
  async function prove({
    env = 'dev',
    names = {},
    yes = true,
    onCommand = () => 0,
  }: {
    env?: 'dev' | 'staging';
    names?: Partial<StageNames>;
    yes?: boolean;
    onCommand?: (name: string, interrupt: () => void) => number;
  } = {}) {
    const controller = new AbortController();
    const [commands, said]: [string[], string[]] = [[], []];
    const run = await proveInAws(
      { ...stages[env], ...names },
      {
        command: async (name, words) => {
          commands.push([name, ...words].join(' '));
          return onCommand(name, () => controller.abort(new Error('it was interrupted')));
        },
        interrupted: controller.signal,
        say: (text) => void said.push(text),
        confirm: async (text) => {
          said.push(text);
          return yes;
        },
      },
    );
    return { run, commands, said: said.join('\n') };
  }

  const deploys = 'deploy --env dev --require-approval never';
  const destroys = 'destroy --env dev --force';

  test('does nothing without a yes, to a protected stage, or where a stack of it exists', async () => {
    const declined = await prove({ yes: false });
    expect({ run: declined.run, commands: declined.commands, said: declined.said }).toEqual({
      run: undefined,
      commands: [],
      said: expect.stringContaining('deploys the stage dev to eu-west-1'),
    });
    const protectedStage = await prove({ env: 'staging' });
    expect({ commands: protectedStage.commands, said: protectedStage.said }).toEqual({
      commands: [],
      said: expect.stringContaining('is protected'),
    });
    for (const stack of ['sps-dev-data', 'sps-prove-dev']) {
      aws().account = { ...readyAccount(), stacks: { [stack]: {} } };
      const occupied = await prove();
      expect({ commands: occupied.commands, said: occupied.said }).toEqual({
        commands: [],
        said: expect.stringContaining(`The stack ${stack} exists`),
      });
    }
  });

  test('takes the names of a stage of somebody else, whose stacks begin otherwise', async () => {
    const declined = await prove({ names: { name: 'trial', prefix: 'acme' }, yes: false });
    expect(declined.said).toMatch(/stage trial .*\n.*acme-trial-data, .*acme-prove-trial/);
    aws().account = { ...readyAccount(), stacks: { 'acme-prove-trial': {} } };
    expect((await prove({ names: { name: 'trial', prefix: 'acme' } })).said).toContain('acme-prove-trial exists');
  });

  test('names the stages of the app, if it has none of the name', async () => {
    const errors: string[] = [];
    const log = jest.spyOn(console, 'error').mockImplementation((text) => void errors.push(String(text)));
    expect(await runProve(['--env', 'trial', '--yes'])).toBe(1);
    log.mockRestore();
    expect(errors.join('\n')).toBe('The app has no stage trial.\nIt has these: dev, staging, prod.');
  });

  test('destroys the stage after a deployment that failed, and says so in the report', async () => {
    const { run, commands } = await prove({ onCommand: (name) => (name === 'deploy' ? 1 : 0) });
    expect(commands).toEqual([deploys, destroys]);
    expect(run?.steps).toEqual([
      ['deployment', expect.stringMatching(/^failed after \d+ s: deploy ended with 1$/)],
      ['deleting the laboratory', expect.stringMatching(/^done/)],
      ['deleting the stage', expect.stringMatching(/^done/)],
    ]);
  });

  test('destroys the stage after Ctrl-C during the deployment, and begins nothing else', async () => {
    const { run, commands } = await prove({
      onCommand: (name, interrupt) => {
        if (name === 'deploy') interrupt();
        return 0;
      },
    });
    expect(commands).toEqual([deploys, destroys]);
    expect(run?.findings).toEqual([]);
  });

  test('destroys the stage where what was deployed can’t be found, and tells who has to do it if that fails', async () => {
    const { run, commands } = await prove({ onCommand: (name) => (name === 'destroy' ? 1 : 0) });
    expect(commands).toEqual([deploys, destroys]);
    expect(run?.steps.at(-1)?.[1]).toContain('run npm run destroy -- --env dev');
  });
});
