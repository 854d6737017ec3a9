/** The examples for adopters, as they stand, with the packed package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { parse } from 'yaml';
import { SESSION, startSecretsExtension } from '../examples/own-app/secrets-extension.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { type Adopter, adopter, CDK, DATABASE, env, isInstalling, NAME, node, root, startedCloud } from './adopter.ts';

const CLIENT = '@social-platform-services/client';

export function exampleTests(): void {
  test('the example of an own app is synthesized, and what its function posts arrives at a receiver', async () => {
    const acme = await adopter('own-app', CLIENT, ...CDK, DATABASE, 'aws-cdk', 'esbuild');
    const { project } = acme;
    const { type } = JSON.parse(readFileSync(join(root, 'examples/own-app/package.json'), 'utf8'));
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    for (const file of ['app.ts', 'community-stack.ts', 'cdk.json', 'functions'])
      cpSync(join(root, 'examples/own-app', file), join(project, file), { recursive: true });
    writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, type }));
    if (!isInstalling) writeFileSync(join(project, 'package-lock.json'), '{}');

    await acme.run(node, ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--output', 'out']);
    const templates = globSync('out/*.template.json', { cwd: project });
    expect(templates.map((file) => file.slice('out/'.length)).toSorted()).toEqual([
      'acme-community.template.json',
      ...['prodData', 'prodPanel', 'prodService'].map((name) => expect.stringMatching(new RegExp(`^${name}`, 'i'))),
    ]);

    const data = join(project, '.local');
    const cloud = await startedCloud(acme, data);
    try {
      await postsReaction(acme, cloud.url, functionOf(project));
    } finally {
      await cloud.stop();
    }
  }, 600_000);

  describe('the workflow of a front end', () => {
    test('does what its steps say, one after the other', async () => {
      const { project } = await adopter('workflow', CLIENT, DATABASE);
      const example = join(root, 'examples/github-workflow');
      cpSync(join(example, 'hidden-authors.test.mjs'), join(project, 'hidden-authors.test.mjs'));
      const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
      writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, scripts: { test: 'node --test' } }));
      const steps = stepsOf(join(example, 'front-end.yml'));
      expect(steps.map(({ run = '' }) => run.split(' ', 2).join(' '))).toEqual([
        'npm ci',
        `npx ${NAME}`,
        'PLATFORM_KEY=$(npx social-platform-services',
        'cat platform.log',
      ]);
      const runner = new Runner(project);
      try {
        for (const step of steps) {
          // Without a network there is nothing to install from; without a failure there is no more to say.
          if (step.if === 'failure()' || (step.run === 'npm ci' && !isInstalling)) continue;
          const { code, output } = await runner.step(step.run ?? '');
          expect({ step: step.run, code, output }).toMatchObject({ code: 0 });
          if (step.name === 'Test') expect(output).toMatch(/pass 1\b/);
        }
      } finally {
        runner.end();
      }
    }, 600_000);
  });
}

/** The code of the host's function, as it was bundled for AWS. */
function functionOf(project: string): string {
  const [bundle, ...others] = globSync('out/asset.*/index.mjs', { cwd: project }).filter((file) =>
    readFileSync(join(project, file), 'utf8').includes('SOCIAL_PLATFORM_KEY_SECRET'),
  );
  if (bundle === undefined || others.length > 0) throw new Error('There is not exactly one bundle of the function.');
  return join(project, bundle);
}

const SECRET = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:SigningKey-a1b2c3';

/**
 * Runs the function with the variables of its template, against the local cloud. `sps start` hosts the stacks of the
 * platform alone: those of a host may have any type of resource, and this one has a secret and a rule, which the local
 * cloud does not know.
 */
async function postsReaction(acme: Adopter, url: string, bundle: string): Promise<void> {
  const { stdout: key } = await acme.sps('key', 'reveal', 'demo', '--json');
  const { stdout: admin } = await acme.sps('token', '--network', 'demo', '--user', 'root', '--role', 'admin');
  const receiver = await startReceiver();
  const extension = await startSecretsExtension(SECRET, key);
  const created = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  });
  expect(created.status).toBe(201);
  const detail = { postId: 'post-1', reactionId: 'reaction-1', reactionName: 'like', userId: 'ada' };
  const call = `const { handler } = await import(${JSON.stringify(bundle)});
    await handler({ id: 'e1', detail: ${JSON.stringify(detail)} });`;
  await acme.run(node, ['--input-type=module', '--eval', call], {
    SOCIAL_PLATFORM_URL: url,
    SOCIAL_PLATFORM_NETWORK: 'demo',
    SOCIAL_PLATFORM_KEY_SECRET: SECRET,
    PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(extension.port),
    AWS_SESSION_TOKEN: SESSION,
  });
  await eventually(
    () => expect(receiver.requests.map(({ body }) => JSON.parse(`${body}`).event)).toEqual(['v3.post.didAddReaction']),
    DELIVERED_WITHIN_MS,
  );
  await Promise.all([receiver.stop(), extension.stop()]);
}

/** A new process of each function on the way takes a busy machine some seconds. */
const DELIVERED_WITHIN_MS = 30_000;

const Workflow = v.object({
  jobs: v.object({
    test: v.object({
      steps: v.array(
        v.looseObject({ name: v.optional(v.string()), if: v.optional(v.string()), run: v.optional(v.string()) }),
      ),
    }),
  }),
});

/** The steps that run a script. */
const stepsOf = (file: string) =>
  v.parse(Workflow, parse(readFileSync(file, 'utf8'))).jobs.test.steps.filter(({ run }) => run !== undefined);

/**
 * Runs scripts as GitHub does: `bash -e` with a file, and variables from step to step
 * (https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell).
 */
class Runner {
  private readonly project: string;
  private readonly variables: string;
  private readonly running: ChildProcess[] = [];

  constructor(project: string) {
    this.project = project;
    mkdirSync(join(project, '.runner'));
    this.variables = join(project, '.runner/env');
    writeFileSync(this.variables, '');
  }

  async step(script: string): Promise<{ readonly code: number; readonly output: string }> {
    const file = join(this.project, '.runner/step.sh');
    writeFileSync(file, script);
    const lines = readFileSync(this.variables, 'utf8').split('\n').filter(Boolean);
    const set = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const child = spawn('bash', ['-e', file], {
      cwd: this.project,
      env: { ...env, ...set, GITHUB_ENV: this.variables },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running.push(child);
    const [code, ...output] = await Promise.all([
      once(child, 'exit').then(([one]) => Number(one)),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, output: output.join('\n') };
  }

  /** Ends what steps have left running, each in the group of its step. */
  end(): void {
    for (const { pid } of this.running) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGTERM');
      } catch {
        // Nothing was left.
      }
    }
  }
}
