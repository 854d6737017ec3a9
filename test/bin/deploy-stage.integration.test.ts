import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { awsClients } from '../../bin/preflight/aws.ts';
import { deployStage } from '../../bin/stage/deploy-stage.ts';
import type { StackTemplate } from '../../bin/stage/stack-templates.ts';
import { projectApp, type StageApp } from '../../bin/stage/stage-app.ts';
import { stageArguments } from '../../bin/stage/stage-arguments.ts';
import { stages } from '../../lib/config.ts';
import { jsonError, readyAccount, recorded, xmlError } from '../support/fake-aws.ts';
import { withFakeAws, withoutAws } from '../support/with-fake-aws.ts';

const aws = withFakeAws();

/** Deploys with the fake, and returns what was printed and which commands `cdk` got. */
async function deploy(
  typed: readonly string[] = ['--env', 'dev'],
  templates: readonly StackTemplate[] = [],
  app?: StageApp,
) {
  const args = stageArguments('deploy', typed, app);
  if ('problem' in args) throw new Error(args.problem);
  return await recorded(args, (tools) => deployStage(args, { ...tools, synthesize: async () => templates }));
}

const ALL = 'deploy --all --context env=dev --output cdk.out/dev';
/** A deployment that stops before cdk, and one that does not, with what is printed. */
const refused = (message: RegExp) => ({ code: 1, commands: [], output: expect.stringMatching(message) });
const started = (message = /^Deploying/) => ({ code: 0, commands: [ALL], output: expect.stringMatching(message) });

describe('a deployment', () => {
  test('of an account that is ready starts cdk at once', async () => {
    expect(await deploy(['--env', 'dev', '--require-approval', 'never'])).toEqual({
      code: 0,
      commands: [`${ALL} --require-approval never`],
      output: 'Deploying dev to eu-west-1 of account 123456789012.',
    });
  });

  test('is refused with everything that stops it, at once', async () => {
    aws().account = {
      bootstrapVersion: undefined,
      concurrency: { limit: 8 },
      stacks: {
        'sps-dev-data': { status: 'UPDATE_IN_PROGRESS' },
        'sps-dev-service': { status: 'UPDATE_ROLLBACK_FAILED' },
      },
    };
    const { code, commands, output } = await deploy();
    expect({ code, commands }).toEqual({ code: 1, commands: [] });
    expect(output).toMatch(/eu-west-1 of account 123456789012 is not bootstrapped.*\n.*npx cdk bootstrap -c env=dev/);
    expect(output).toMatch(
      /Lambda can run 8 functions at one time .* dev, which needs 10: 2 for first attempts, 2 for the slow/,
    );
    expect(output).toMatch(/sps-dev-data is in the state UPDATE_IN_PROGRESS/);
    expect(output).toMatch(/continue-update-rollback --stack-name sps-dev-service/);
    expect(output).toMatch(/\nNothing was deployed\.$/);
  });

  test('of the stage dev fits into an account with the limit of a new one, and prod does not', async () => {
    aws().account = { ...readyAccount(), concurrency: { limit: 10 } };
    expect(await deploy()).toMatchObject({ code: 0, commands: [ALL] });
    const prod = await deploy(['--env', 'prod']);
    expect(prod).toMatchObject({ code: 1, commands: [] });
    expect(prod.output).toMatch(/can run 10 functions .*request-service-quota-increase/s);
  });

  test('needs the requests a second of its routes, of which a new account has fewer in some regions', async () => {
    for (const rateLimit of [2_500, 5_000]) {
      aws().account = { ...readyAccount(), throttle: { rateLimit, burstLimit: 1_250 } };
      expect(await deploy()).toMatchObject({ code: 0 });
      expect((await deploy(['--env', 'prod'])).output).toMatch(
        new RegExp(`${rateLimit} requests a second .*bursts of 1250; each route of prod .*5000.*\\n.*L-8A5B8E43`),
      );
    }
  });

  const withAddresses = { ...stages.dev, delivery: { ...stages.dev.delivery, staticAddresses: true } };
  const addressApp = { ...projectApp, stages: [withAddresses] };
  const pools = (count: number, pool = 'amazon') => Array.from({ length: count }, () => pool);

  test('of a stage with fixed source addresses needs two Elastic IP addresses', async () => {
    aws().account = {
      ...readyAccount(),
      addresses: { limit: 5, pools: [...pools(3), ...pools(4, 'ipv4pool-ec2-0a')] },
    };
    expect(await deploy(['--env', 'dev'], [], addressApp)).toEqual(started());
    aws().account = { ...readyAccount(), addresses: { limit: 5, pools: pools(4) } };
    expect(await deploy(['--env', 'dev'], [], addressApp)).toEqual(
      refused(/may have 5 Elastic IP addresses here, and has 4; dev needs 2 more .*\n.*L-0263D0A3 --desired-value 6/),
    );
    expect(await deploy()).toEqual(started());
  });

  test('needs no more addresses where the stage has its own', async () => {
    const template = { Resources: { A: { Type: 'AWS::EC2::EIP' }, B: { Type: 'AWS::EC2::EIP' } } };
    const deployed = { 'sps-dev-service': { template } };
    aws().account = { ...readyAccount(), stacks: deployed, addresses: { limit: 5, pools: pools(5) } };
    expect(await deploy(['--env', 'dev'], [], addressApp)).toEqual(started());
  });

  test('goes on where it may not read the addresses', async () => {
    aws().account = { ...readyAccount(), addresses: xmlError('UnauthorizedOperation', 'no', 403) };
    expect(await deploy(['--env', 'dev'], [], addressApp)).toEqual(
      started(/Could not check Elastic IP addresses \(Error: 403 UnauthorizedOperation\)/),
    );
  });

  test('of a stage with alarms needs a decision who is told of them', async () => {
    expect(await deploy(['--env', 'prod'])).toMatchObject(
      refused(/✗ Alarms of prod would reach nobody.*\n.*email.*nobody/),
    );
    expect((await deploy()).output).not.toContain('Alarms');
  });

  test('needs a recent bootstrap', async () => {
    aws().account = { ...readyAccount(), bootstrapVersion: '5' };
    expect((await deploy()).output).toMatch(/bootstrapped with version 5; 6 is needed/);
  });

  test('needs a region and credentials, and names both', async () => {
    const { AWS_REGION: _, AWS_ACCESS_KEY_ID: __, AWS_SECRET_ACCESS_KEY: ___, ...rest } = process.env;
    process.env = rest;
    expect(await deploy()).toMatchObject(
      refused(/No AWS region is set.*\n.*AWS_REGION=.*\n.*There are no AWS credentials.*\n.*AWS_PROFILE/),
    );
  });

  test('takes the region of --region, and of AWS_DEFAULT_REGION as cdk does', async () => {
    const { AWS_REGION: _, ...rest } = process.env;
    process.env = { ...rest, AWS_DEFAULT_REGION: 'eu-north-1' };
    expect((await deploy()).output).toContain('to eu-north-1');
    process.env['AWS_REGION'] = 'eu-central-1';
    expect((await deploy(['--env', 'dev', '--region', 'eu-west-3'])).output).toContain('to eu-west-3');
  });

  test.each([
    ['ExpiredToken', /credentials have expired\.\n.*aws sso login/],
    ['InvalidClientTokenId', /does not accept the credentials \(InvalidClientTokenId\)/],
  ])('with credentials that STS refuses with %s stops there', async (code, message) => {
    aws().account = { ...readyAccount(), identity: xmlError(code, 'no', 403), bootstrapVersion: undefined };
    const result = await deploy();
    expect(result).toMatchObject({ code: 1, commands: [], output: expect.stringMatching(message) });
    expect(result.output).not.toContain('bootstrap');
  });

  test('goes on where the deployer may not look, and says what was not checked', async () => {
    const denied = jsonError('AccessDeniedException', 'not authorized', 403);
    aws().account = {
      identity: xmlError('AccessDenied', 'not authorized', 403),
      bootstrapVersion: denied,
      concurrency: denied,
      throttle: denied,
      stacks: { 'sps-dev-data': xmlError('AccessDenied', 'not authorized', 403) },
    };
    const { code, commands, output } = await deploy();
    expect({ code, commands }).toEqual({ code: 0, commands: [ALL] });
    for (const unknown of [
      'whose credentials',
      'whether the account is boot',
      "Lambda's concurr",
      "API Gateway's throttle",
      'the stack sps-dev-data',
    ]) {
      expect(output).toMatch(new RegExp(`Could not check ${unknown}.*AccessDenied`));
    }
    expect(output).toContain('Could not check what changes in tables, indexes and exports, because sps-dev-data could');
  });

  test('goes on within ten seconds where AWS does not respond', async () => {
    aws().account = { hangs: true };
    const begin = performance.now();
    expect(await deploy()).toMatchObject(started(/Could not check/));
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test.each([
    ['ROLLBACK_COMPLETE', false, 0, /creation failed\.\n.*cdk deploy deletes it/],
    ['ROLLBACK_COMPLETE', true, 1, /update-termination-protection --no-enable.*delete-stack --stack-name sps-dev-data/],
    ['ROLLBACK_FAILED', false, 0, /creation failed\.\n.*cdk deploy deletes it/],
    ['CREATE_FAILED', false, 0, /cdk deploy asks to roll it back/],
    ['UPDATE_FAILED', false, 0, /cdk deploy asks to roll it back/],
    ['DELETE_FAILED', false, 1, /delete-stack --stack-name sps-dev-data/],
    // A new version that does harm gets calls for ten minutes more: whoever wants to roll back can't wait for that.
    ['UPDATE_IN_PROGRESS', false, 1, /Wait .*or take the update back: .*cancel-update-stack --stack-name sps-dev-data/],
    ['UPDATE_ROLLBACK_IN_PROGRESS', false, 1, /Wait until that is done, or look/],
    ['UPDATE_ROLLBACK_COMPLETE', true, 0, /^Deploying dev[^\n]*$/],
    ['REVIEW_IN_PROGRESS', false, 0, /^Deploying dev[^\n]*$/],
  ])('of a stack in the state %s (protected: %s) ends with %i', async (status, isProtected, code, message) => {
    aws().account = { ...readyAccount(), stacks: { 'sps-dev-data': { status, isProtected } } };
    expect(await deploy()).toMatchObject({ code, output: expect.stringMatching(message) });
  });
});

describe('a deployment into an account with another stage', () => {
  /** The service stack of a stage whose functions reserve this many calls. */
  const holding = (calls: number, status = 'UPDATE_COMPLETE') => ({
    status,
    template: {
      Resources: {
        Authorizer: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: calls } },
        Sweep: { Type: 'AWS::Lambda::Function', Properties: {} },
      },
    },
  });
  const staging = { 'sps-staging-service': holding(96) };
  const deployProd = () => deploy(['--env', 'prod']);

  test('is refused if both do not fit, with what both need', async () => {
    aws().account = { ...readyAccount(), concurrency: { limit: 1_000, unreserved: 904 }, stacks: staging };
    expect(await deployProd()).toMatchObject(
      refused(
        /✗ Lambda can run 1000 .*904 .* left for prod, which needs 969.*: .*\n.*with staging.* 1116.*\n?.*--desired-value 1116/s,
      ),
    );
  });

  test('is not refused once it holds what it reserves, so that it can be rolled back', async () => {
    const stacks = { ...staging, 'sps-prod-service': holding(528) };
    aws().account = { ...readyAccount(), concurrency: { limit: 1_000, unreserved: 376 }, stacks };
    expect((await deployProd()).output).toMatch(/^- Lambda .*\n.*1116/m);
    aws().account = { ...aws().account, concurrency: { limit: 1_116, unreserved: 492 } };
    expect((await deployProd()).output).not.toContain('Lambda');
  });

  test('is refused if it reserves more than before, or if what was created is gone', async () => {
    for (const own of [holding(500), holding(528, 'ROLLBACK_COMPLETE')]) {
      aws().account = { ...readyAccount(), concurrency: { limit: 1_000, unreserved: 376 } };
      aws().account.stacks = { ...staging, 'sps-prod-service': own };
      expect(await deployProd()).toMatchObject(refused(/✗ Lambda/));
    }
  });

  test('is refused if Lambda would have too little left without reservation', async () => {
    aws().account = { ...readyAccount(), concurrency: { limit: 1_116, unreserved: 627 } };
    expect((await deploy(['--env', 'staging'])).output).not.toContain('Lambda');
    aws().account.concurrency = { limit: 1_116, unreserved: 195 };
    expect((await deploy(['--env', 'staging'])).output).toMatch(
      /✗ Lambda .* It would leave 99 unreserved, and Lambda wants 100\.\n.*--desired-value 1117/,
    );
  });

  test('goes by what is reserved if the deployer may not look at other stages', async () => {
    const stacks = { 'sps-staging-service': xmlError('AccessDenied', 'no', 403) };
    aws().account = { ...readyAccount(), concurrency: { limit: 1_000, unreserved: 904 }, stacks };
    expect(await deployProd()).toMatchObject(refused(/--desired-value 1065/));
  });
});

describe('a deployment that drops exports', () => {
  const stacks = {
    'sps-dev-data': { exports: ['table', 'pool', 'issuer'] },
    'sps-dev-service': { exports: ['api'] },
    'sps-dev-panel': {},
  };
  const data = { name: 'sps-dev-data', exports: ['table'], imports: [], template: {} };
  const service = { name: 'sps-dev-service', exports: ['api'], imports: ['table'], template: {} };
  const panel = { name: 'sps-dev-panel', exports: [], imports: ['api'], template: {} };
  const importers = { pool: ['sps-dev-service'], issuer: ['sps-dev-service', 'sps-dev-panel'] };
  const alone = (name: string) => `deploy ${name} --exclusively --context env=dev --output cdk.out/dev -v`;

  test('deploys the stacks that import them first, the last one before those it imports from', async () => {
    aws().account = { ...readyAccount(), stacks, importers };
    expect(await deploy(['--env', 'dev', '-v'], [data, service, panel])).toMatchObject({
      code: 0,
      commands: [alone('dev/panel'), alone('dev/service'), `${ALL} -v`],
    });
  });

  test.each([{}, stacks])('stops where cdk fails, with its exit code', async (deployed) => {
    aws().account = { ...readyAccount(), stacks: deployed, importers };
    const args = stageArguments('deploy', ['--env', 'dev']);
    if ('problem' in args) throw new Error(args.problem);
    const tools = { clients: awsClients(args), synthesize: async () => [data, service, panel], print: () => {} };
    let commands = 0;
    expect(await deployStage(args, { ...tools, cdk: async () => 6 + ++commands })).toBe(7);
  });

  test('is an ordinary one if nothing imports them', async () => {
    aws().account = { ...readyAccount(), stacks };
    expect(await deploy(undefined, [data, service, panel])).toMatchObject({ code: 0, commands: [ALL] });
  });

  test('is refused, with the command, while a stack that was opted out of still imports them', async () => {
    aws().account = { ...readyAccount(), stacks, importers };
    expect(await deploy(undefined, [data, { ...service, exports: [] }])).toMatchObject(
      refused(
        /sps-dev-panel is not part of the stage any more.*\n.*first: aws cloudformation delete-stack --stack-name sps-dev-panel/,
      ),
    );
    const guarded = { ...stacks, 'sps-dev-panel': { ...stacks['sps-dev-panel'], isProtected: true } };
    aws().account = { ...readyAccount(), stacks: guarded, importers };
    expect(await deploy(undefined, [data, { ...service, exports: [] }])).toMatchObject(
      refused(/--no-enable-termination-protection --stack-name sps-dev-panel && aws cloudformation delete-stack/),
    );
  });

  test('is refused if the importing stack needs a new export at the same time', async () => {
    aws().account = { ...readyAccount(), stacks, importers };
    const added = [{ ...data, exports: ['table', 'new'] }, { ...service, imports: ['table', 'new'] }, panel];
    expect(await deploy(undefined, added)).toMatchObject(
      refused(/sps-dev-service has to stop importing .*\n.*two deployments/),
    );
  });

  test('goes on if the deployer may not list imports', async () => {
    aws().account = { ...readyAccount(), stacks, importers: xmlError('AccessDenied', 'no', 403) };
    expect(await deploy(undefined, [data, service, panel])).toMatchObject(
      started(/Could not check whether stacks import/),
    );
  });
});

describe('a deployment that changes tables', () => {
  const keys = [{ AttributeName: 'webhookId', KeyType: 'HASH' }];
  const stackOf = (KeySchema: object) => ({
    Resources: { WebhooksTable: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { KeySchema } } },
  });
  const stacks = { 'sps-dev-data': { exports: ['table'], template: stackOf(keys) } };
  const data = { name: 'sps-dev-data', exports: ['table'], imports: [], template: stackOf(keys) };
  const replaced = { ...data, template: stackOf([{ AttributeName: 'networkId', KeyType: 'HASH' }]) };

  test('is an ordinary one if the tables stay, and says how many resources the fullest stack has', async () => {
    aws().account = { ...readyAccount(), stacks };
    const service = { name: 'sps-dev-service', exports: [], imports: [], template: { Resources: { A: {}, B: {} } } };
    const { output, ...rest } = await deploy(undefined, [data, service]);
    expect(rest).toEqual({ code: 0, commands: [ALL] });
    expect(output).toContain('sps-dev-service has 2 resources; CloudFormation takes 500 in a stack.');
  });

  test('is refused if a table would be replaced', async () => {
    aws().account = { ...readyAccount(), stacks };
    expect(await deploy(undefined, [replaced])).toMatchObject(
      refused(/✗ The table WebhooksTable would be replaced by an empty one.*\n.*one deployment each/),
    );
  });

  test('goes on, and says so, if another stack can not be read', async () => {
    const unread = { ...stacks, 'sps-dev-panel': xmlError('AccessDenied', 'no', 403) };
    aws().account = { ...readyAccount(), stacks: unread };
    expect(await deploy(undefined, [data])).toMatchObject(started(/because sps-dev-panel could not be read/));
  });

  test('goes on, and says so, if the template that is deployed can not be read', async () => {
    const unreadable = { 'sps-dev-data': { exports: ['table'], template: xmlError('AccessDenied', 'no', 403) } };
    aws().account = { ...readyAccount(), stacks: unreadable };
    expect(await deploy(undefined, [replaced])).toMatchObject(started(/Could not check what changes in the tables/));
  });
});

describe('a deployment of functions that begin to use an index', () => {
  const index = { IndexName: 'due', KeySchema: [], Projection: {} };
  const table = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { KeySchema: [], GlobalSecondaryIndexes: [index] } };
  const template = { Resources: { WebhooksTable: table } };
  const imported = { 'Fn::ImportValue': 'sps-dev-data:ExportsOutputFnGetAttWebhooksTableArn5A2B' };
  const using = { Resources: { Role: { 'Fn::Join': ['', [imported, '/index/due']] } } };
  const templates = [
    { name: 'sps-dev-data', exports: ['table'], imports: [], template },
    { name: 'sps-dev-service', exports: [], imports: ['table'], template: using },
  ];
  const stacksWith = (service: object) => ({
    'sps-dev-data': { exports: ['table'], template, outputs: { WebhooksTableName: 'webhooks' } },
    'sps-dev-service': { template: service },
  });

  test('is refused while the index is being built', async () => {
    aws().account = { ...readyAccount(), stacks: stacksWith({}), tables: { webhooks: { due: 'CREATING' } } };
    expect(await deploy(undefined, templates)).toMatchObject(
      refused(/begin to use the index due of WebhooksTable, which is not built yet \(CREATING\)/),
    );
  });

  test('goes on once it is built, and if the deployed functions use it already', async () => {
    aws().account = { ...readyAccount(), stacks: stacksWith({}), tables: { webhooks: { due: 'ACTIVE' } } };
    expect(await deploy(undefined, templates)).toMatchObject({ code: 0, commands: [ALL] });
    aws().account = { ...readyAccount(), stacks: stacksWith(using), tables: { webhooks: { due: 'CREATING' } } };
    expect(await deploy(undefined, templates)).toMatchObject({ code: 0, commands: [ALL] });
  });

  test('goes on, and says so, if the state can not be read', async () => {
    aws().account = { ...readyAccount(), stacks: stacksWith({}) };
    expect(await deploy(undefined, templates)).toMatchObject(
      started(/Could not check whether the index due of WebhooksTable is built/),
    );
  });
});

/** Runs `npm run diff` without anything of AWS in the environment. */
function diff(...args: readonly string[]) {
  return spawnSync(process.execPath, ['bin/sps.ts', 'diff', ...args], {
    encoding: 'utf8',
    env: {
      ...withoutAws(process.env),
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
