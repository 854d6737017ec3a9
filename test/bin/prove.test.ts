import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '@social-platform-services/client';
import { connectTo, type Service } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import { allProofs } from '../../bin/prove/all-proofs.ts';
import { announcement } from '../../bin/prove/announcement.ts';
import { proveArguments } from '../../bin/prove/arguments.ts';
import * as code from '../../bin/prove/laboratory/functions.ts';
import { laboratoryTemplate } from '../../bin/prove/laboratory/template.ts';
import { quantile } from '../../bin/prove/measurements.ts';
import { confirmed, contradicted, findingOf, notShown, type ProofContext } from '../../bin/prove/proof.ts';
import { LOCAL, type Run, reportOf } from '../../bin/prove/report.ts';
import { mostDollars, queriesOf, usageOf } from '../../bin/prove/usage.ts';
import { NetworkId } from '../../contract/ids.ts';
import { longestRetention, tableKeys } from '../../contract/tables.ts';
import { stages } from '../../lib/config.ts';
import fc from '../support/fast-check.ts';

const tableOutputs = Object.keys(tableKeys).map((table) => [
  `${table.charAt(0).toUpperCase()}${table.slice(1)}TableName`,
  table,
]);
const service: Service = {
  region: 'local',
  outputs: {
    ...Object.fromEntries(tableOutputs),
    Quotas: JSON.stringify(stages.dev.quotas),
    Retention: JSON.stringify(longestRetention),
  },
};

/** What proofs work with, without an account. `respond` returns the body of the response to a call of the API. */
const contextWith = (respond: (method: string, path: string) => object): ProofContext => ({
  service,
  connection: connectTo(service),
  config: stages.dev,
  networkId: v.parse(NetworkId, 'demo'),
  token: async () => 'token',
  client: async () =>
    createClient({
      baseUrl: 'http://service.test',
      token: 'token',
      fetch: async (url, { method = 'GET' } = {}) => Response.json(respond(method, new URL(url).pathname)),
    }),
  send: () => Promise.reject(new Error('There is no service.')),
  receiver: 'https://example.com/',
  laboratory: undefined,
});

describe('the command line of prove', () => {
  test.each([
    [['--env', 'dev', '--yes'], { env: 'dev', data: '', yes: true, report: undefined }],
    [['--data', 'x', '--report', 'y.md'], { env: undefined, data: 'x', yes: false, report: 'y.md' }],
  ])('%j is understood', (typed, parsed) => {
    expect(proveArguments(typed)).toEqual(parsed);
  });

  test.each([
    [[], 'Name a stage or a folder'],
    [['--env', 'dev', '--data', 'x'], 'Name a stage or a folder'],
    [['--stage', 'dev'], 'npm run prove'],
  ])('%j is refused with what is wrong', (typed, problem) => {
    expect(proveArguments(typed)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('the proofs', () => {
  const page = readFileSync('docs/aws-behaviour.md', 'utf8').replaceAll(/\s+/g, ' ');

  test.each(allProofs.map(({ name, row }) => [name, row]))('"%s" belongs to an entry of aws-behaviour.md', (_, row) => {
    expect(page.split(`- **${row}`)).toHaveLength(2);
  });

  test('have names of their own', () => {
    expect(new Set(allProofs.map(({ name }) => name)).size).toBe(allProofs.length);
  });

  test('that need AWS are untried without a laboratory, and one that fails is not shown', async () => {
    const context = contextWith(() => ({}));
    const names = { name: 'a', row: 'b' };
    const run = async () => confirmed();
    expect(await findingOf({ ...names, needs: 'AWS', run }, context)).toEqual(notShown('untried: it needs AWS'));
    expect(await findingOf({ ...names, needs: 'any service', run }, context)).toEqual(confirmed());
    const fails = async () => Promise.reject(new TypeError('no'));
    expect(await findingOf({ ...names, needs: 'any service', run: fails }, context)).toEqual(
      notShown('it failed: TypeError: no'),
    );
  });
});

describe('the proof of source addresses', () => {
  const [proof] = allProofs.filter(({ name }) => name.startsWith('Requests to a receiver come from'));
  /** A service that lists `addresses`, and whose receiver says that requests come `from` these in turn. */
  const findingFor = async (addresses: readonly string[], from: readonly string[]) => {
    let sent = 0;
    const context = contextWith((method, path) => {
      if (path === '/source-addresses') return { addresses };
      if (method === 'DELETE') return { status: 'success' };
      if (path === '/webhooks') return { webhookId: 'wh_1' };
      return { responseStart: JSON.stringify({ from: from[sent++ % from.length] }) };
    });
    return proof && (await findingOf(proof, context));
  };

  test.each([
    [['198.51.100.7/32', '203.0.113.20/32'], ['198.51.100.7', '203.0.113.20'], 'confirmed', 'from 2 of 2 addresses'],
    [['198.51.100.7/32', '203.0.113.20/32'], ['198.51.100.7'], 'confirmed', 'from 1 of 2 addresses'],
    [['198.51.100.7/32'], ['198.51.100.7', '192.0.2.1'], 'contradicted', 'from 2 of 1 addresses'],
    [['198.51.100.7/32'], [undefined], 'not shown', 'did not say where a request came from'],
    [[], ['192.0.2.1'], 'not shown', 'has no addresses of its own'],
  ])('with the list %j and requests from %j finds: %s', async (addresses, from, verdict, detail) => {
    const seen = from.flatMap((address) => address ?? []);
    expect(await findingFor(addresses, seen)).toEqual({ verdict, detail: expect.stringContaining(detail) });
  });
});

test('a run says what it creates, and that it costs less than a dollar', () => {
  const text = announcement(stages.dev, 'eu-west-1', '123456789012');
  for (const stack of ['sps-dev-data', 'sps-dev-service', 'sps-dev-panel', 'sps-prove-dev'])
    expect(text).toContain(stack);
  expect(text).toMatch(/at most \$0\.\d\d/);
  expect(mostDollars()).toBeLessThan(1);
  expect(mostDollars({ staticAddresses: true }) - mostDollars()).toBeCloseTo(0.2);
});

describe('the laboratory', () => {
  const { Resources } = laboratoryTemplate();

  test.each(Object.entries(code))('the code of %s fits into a template, and exports a handler', (_, text) => {
    expect(text.length).toBeLessThan(4_096);
    const exports = { handler: undefined };
    // Lambda's runtime has the SDK; here it has any class and nothing else.
    const require = () => new Proxy({}, { get: () => class {} });
    runInNewContext(text, { exports, require, process: { env: {} } });
    expect(exports.handler).toEqual(expect.any(Function));
  });

  test('has nothing that is paid for by the hour, and every reference leads somewhere', () => {
    const types = new Set(Object.values(Resources).map(({ Type }) => Type));
    expect([...types].sort()).toEqual([
      'AWS::DynamoDB::Table',
      'AWS::IAM::Role',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::Lambda::Url',
      'AWS::SQS::Queue',
    ]);
    const text = JSON.stringify(laboratoryTemplate());
    const named = [...text.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, name]) => name);
    expect(named.filter((name) => name !== 'RoleArn' && !(`${name}` in Resources))).toEqual([]);
  });
});

describe('what a run has cost', () => {
  const scope = { stage: 'dev', apiId: 'abc', functionGigabytes: 0.5 };

  test('is asked of CloudWatch for all resources of the stage at once', () => {
    const queries = new Map(queriesOf(scope).map(({ Id, Expression }) => [`${Id}`, Expression]));
    expect(queries.get('gatewayRequests')).toBe(
      `SUM(SEARCH('{AWS/ApiGateway,ApiId} MetricName="Count" abc', 'Sum', 60))`,
    );
    expect(queries.get('writeUnits')).toContain('MetricName="ConsumedWriteCapacityUnits" "sps-dev"');
  });

  test('is made of its figures', () => {
    const sums = { lambdaCalls: 7, milliseconds: 4_000, sent: 1, received: 2, deleted: 3, empty: 4 };
    expect(usageOf(sums, scope)).toEqual({ lambdaCalls: 7, gbSeconds: 2, queueRequests: 10 });
  });
});

describe('the report', () => {
  const run: Run = {
    startedAt: Date.UTC(2026, 10, 28, 1, 2),
    endedAt: Date.UTC(2026, 10, 28, 1, 32),
    place: 'eu-west-1',
    stage: 'dev',
    versions: { 'this service': '0.1.0' },
    steps: [['deployment', 'done in 300 s']],
    findings: [
      { proof: { name: 'One holds', row: 'A row', needs: 'AWS' }, finding: confirmed('seen') },
      { proof: { name: 'Another does not', row: 'A row', needs: 'AWS' }, finding: contradicted('a | b\nc') },
      { proof: { name: 'A third', row: 'Another row', needs: 'AWS' }, finding: notShown('untried') },
    ],
    measurements: [{ what: 'a call', milliseconds: [3.4, 1, 2] }],
    cost: [['sum', '$0.01']],
  };

  test('has the place, what was contradicted first, each behaviour below its entry, and what it took', () => {
    const page = reportOf(run);
    expect(page).toMatch(
      /^# AWS, eu-west-1, 2026-11-28\n\nThe stage `dev`, from 01:02 UTC to 01:32 UTC: 1 confirmed, 1 contradicted, 1 not shown\./,
    );
    expect(page).toContain('## Contradicted\n\n- **contradicted**: Another does not (a \\| b c)\n');
    expect(page).toContain('- "A row …"\n  - **confirmed**: One holds (seen)\n  - **contradicted**');
    expect(page).toMatch(/\| a call +\| 3 +\| 2 ms +\| 3 ms +\| 3 ms +\|/);
    expect(page).toMatch(/\| sum +\| \$0\.01 +\|/);
    expect(page).not.toContain('has not seen AWS');
  });

  test('of a local cloud says that it has not seen AWS', () => {
    expect(reportOf({ ...run, place: LOCAL })).toContain('**This run has not seen AWS.**');
  });

  test('has no id of an account, an API or a key, wherever it comes from', () => {
    const accountId = fc.stringMatching(/^\d{12}$/);
    fc.assert(
      fc.property(accountId, fc.stringMatching(/^[a-z0-9]{10}$/), (account, api) => {
        const detail = `arn:aws:sqs:eu-west-1:${account}:q, https://${api}.execute-api.eu-west-1.amazonaws.com, ASIA${'A'.repeat(16)}`;
        const page = reportOf({
          ...run,
          steps: [['deployment', `failed: ${detail}`]],
          findings: [{ proof: { name: 'One', row: 'A row', needs: 'AWS' }, finding: contradicted(detail) }],
          cost: detail,
        });
        for (const secret of [account, `${api}.`, 'ASIA']) expect(page).not.toContain(secret);
      }),
    );
  });

  test('has quantiles of any number of values', () => {
    expect(quantile([], 0.5)).toBeNaN();
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        expect(quantile(values, 1)).toBe(Math.max(...values));
        expect(values).toContain(quantile(values, 0.5));
      }),
    );
  });
});
