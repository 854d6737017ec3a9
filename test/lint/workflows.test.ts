import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { parse } from 'yaml';

/** Those of this repository, and those that adopters copy. */
const files = globSync(['.github/workflows/*.yml', 'examples/**/*.yml']).sort();
const textOf = (file: string) => readFileSync(file, 'utf8');

const Permissions = v.record(v.string(), v.picklist(['read', 'write', 'none']));
const Job = v.looseObject({
  permissions: v.optional(Permissions),
  uses: v.optional(v.string()),
  environment: v.optional(v.string()),
  'timeout-minutes': v.optional(v.number()),
  steps: v.optional(
    v.array(
      v.looseObject({
        uses: v.optional(v.string()),
        run: v.optional(v.string()),
        with: v.optional(v.record(v.string(), v.unknown()), {}),
      }),
    ),
    [],
  ),
});
const Workflow = v.looseObject({ permissions: Permissions, jobs: v.record(v.string(), Job) });
const jobsOf = (file: string) => Object.entries(v.parse(Workflow, parse(textOf(file))).jobs);

/** Commands that may install something, or run what was not installed: all of npm but three, the last with a tarball. */
const INSTALLS = /\b(npm +(?!run\b|pack\b|publish "\$package")|npx\b|yarn\b|pnpm\b|pip3?\b|apt(-get)?\b|curl\b|wget\b)/;

/** What jobs may do besides reading the repository. */
const written: Readonly<Record<string, readonly string[]>> = {
  'deploy.yml dev': ['id-token'],
  'deploy.yml staging': ['id-token'],
  'deploy.yml prod': ['id-token'],
  'deploy.yml one-stage': ['id-token'],
  'deploy-stage.yml deploy': ['id-token'],
  'deploy-own-app.yml prod': ['id-token'],
  'release.yml release': ['artifact-metadata', 'attestations', 'contents', 'id-token'],
};

describe.each(files)('%s', (file) => {
  test('is a workflow, by the parser of GitHub', async () => {
    const name = basename(file);
    const { context, value } = parseWorkflow({ name, content: textOf(file) }, new NoOperationTraceWriter());
    if (value === undefined) throw new Error(`${file} is empty.`);
    await convertWorkflowTemplate(context, value);
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
  });

  // Somebody else can move a tag.
  test('pins every action to a commit, with its version beside it', () => {
    const uses = [...textOf(file).matchAll(/^\s*-? ?uses: (.+)$/gm)].map(([, action = '']) => action);
    const remote = uses.filter((action) => !action.startsWith('./'));
    expect(remote.filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
    expect(uses.filter((action) => action.startsWith('./') && !existsSync(action))).toEqual([]);
  });

  test('may read the repository, and its jobs may write no more than is listed here', () => {
    expect(v.parse(Workflow, parse(textOf(file))).permissions).toEqual({ contents: 'read' });
    for (const [job, { permissions = {} }] of jobsOf(file)) {
      const writes = Object.entries(permissions).filter(([, access]) => access === 'write');
      const key = `${basename(file)} ${job}`;
      expect({ key, scopes: writes.map(([name]) => name).sort() }).toEqual({ key, scopes: written[key] ?? [] });
    }
  });

  // An expression in a script is text of whoever wrote the title of a pull request.
  test('passes values to scripts by variables, and leaves no token in the checkout', () => {
    const steps = jobsOf(file).flatMap(([, job]) => job.steps);
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.filter((step) => step.with['persist-credentials'] !== false)).toEqual([]);
  });

  // A script of any package could take the role that the job's token is exchanged for. What runs later has a hash.
  test('installs packages without their scripts, and no others, where a job may write or has an environment', () => {
    for (const [job, { permissions = {}, environment, steps }] of jobsOf(file)) {
      if (environment === undefined && !Object.values(permissions).includes('write')) continue;
      const lines = steps.flatMap(({ run = '' }) => run.split('\n'));
      const installs = lines.filter((line) => INSTALLS.test(line) && line.trim() !== 'npm ci --ignore-scripts');
      expect({ job, installs }).toEqual({ job, installs: [] });
    }
  });

  test('has a time-out for every job', () => {
    const endless = jobsOf(file).filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined);
    expect(endless.map(([job]) => job)).toEqual([]);
  });

  test('runs scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...textOf(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the roles of the deployment from GitHub', () => {
  const Statement = v.object({
    Effect: v.literal('Allow'),
    Action: v.union([v.string(), v.array(v.string())]),
    Resource: v.unknown(),
    Condition: v.optional(v.unknown()),
  });
  const Role = v.looseObject({
    Type: v.literal('AWS::IAM::Role'),
    Properties: v.object({
      Description: v.unknown(),
      AssumeRolePolicyDocument: v.looseObject({ Statement: v.array(v.unknown()) }),
      Policies: v.tuple([v.looseObject({ PolicyDocument: v.looseObject({ Statement: v.array(Statement) }) })]),
    }),
  });
  const { Parameters, Resources } = v.parse(
    v.looseObject({
      Parameters: v.looseObject({ Repository: v.looseObject({ AllowedPattern: v.string() }) }),
      Resources: v.looseObject({ DeployRole: Role, SmokeRole: Role }),
    }),
    parse(textOf('.github/aws/deploy-roles.yaml')),
  );
  const roles = [Resources.DeployRole, Resources.SmokeRole];

  test('trust one environment of one repository only', () => {
    for (const { Properties } of roles) {
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        expect.objectContaining({
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: {
            StringEquals: {
              'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
              'token.actions.githubusercontent.com:sub': {
                'Fn::Sub': expect.stringMatching(/^repo:\$\{Repository\}:environment:\$\{Stage\}$/),
              },
            },
          },
        }),
      ]);
    }
  });

  // CloudFormation matches the whole value. An id, or a wildcard that stands for one, would let another repository in.
  test.each([
    ['example/service', true],
    ['example@123456/service@456789', true],
    ['example@123456/service', false],
    ['example@*/service@*', false],
    ['example/*', false],
    ['example/service:environment:prod', false],
  ])('take the repository as its tokens name it: %s', (repository, isTaken) => {
    expect(new RegExp(`^(?:${Parameters.Repository.AllowedPattern})$`).test(repository)).toBe(isTaken);
  });

  test("let the smoke test use the stage's own key, through DynamoDB", () => {
    const statements = Resources.SmokeRole.Properties.Policies[0].PolicyDocument.Statement;
    const onKeys = statements.filter(({ Action }) => [Action].flat().some((action) => action.startsWith('kms:')));
    expect(onKeys).toEqual([
      {
        Effect: 'Allow',
        Action: expect.arrayContaining(['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey']),
        Resource: expect.anything(),
        Condition: {
          StringEquals: {
            'aws:ResourceTag/service': 'social-platform-services',
            'aws:ResourceTag/stage': { Ref: 'Stage' },
            'kms:ViaService': expect.anything(),
          },
        },
      },
    ]);
  });

  test('allow no action on everything, but four reads that take no resource', () => {
    const statements = roles.flatMap(({ Properties }) => Properties.Policies[0].PolicyDocument.Statement);
    const everywhere = statements.filter(({ Resource }) => Resource === '*').flatMap(({ Action }) => Action);
    expect(everywhere).toEqual([
      'cloudformation:ListImports',
      'lambda:GetAccountSettings',
      'ec2:DescribeAccountAttributes',
      'ec2:DescribeAddresses',
    ]);
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
  });
});
