import { describe, expect, test } from '@jest/globals';
import { testArguments } from '../../scripts/test-stage/arguments.ts';
import { summaryOf } from '../../scripts/test-stage/summary.ts';
import fc from '../support/fast-check.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { RECEIVERS, receiverBase, receiverOf, startMultiplexer } from '../support/receivers/public-urls.ts';
import { madeIn } from '../support/tested-service.ts';

const defaults = {
  env: undefined,
  prefix: 'sps',
  data: '.local',
  receiversAt: undefined,
  receiversPort: 8787,
  known: undefined,
  jest: [],
};

describe('the command line of the tests of a stage', () => {
  test.each([
    [['--env', 'dev'], { ...defaults, env: 'dev', paths: ['test/e2e/'] }],
    [['--env', 'live-2', '--prefix', 'acme'], { ...defaults, env: 'live-2', prefix: 'acme', paths: ['test/e2e/'] }],
    [['--data', 'x', 'test/e2e/audit.test.ts'], { ...defaults, data: 'x', paths: ['test/e2e/audit.test.ts'] }],
    [
      ['--receivers-at=https://a.example/', '--receivers-port', '80', '-t', 'a name'],
      {
        ...defaults,
        paths: ['test/e2e/'],
        receiversAt: 'https://a.example/',
        receiversPort: 80,
        jest: ['--testNamePattern', 'a name'],
      },
    ],
  ])('%j is understood', (typed, parsed) => {
    expect(testArguments(typed)).toEqual(parsed);
  });

  test.each([
    [['--env', 'dev', '--data', 'x'], 'not both'],
    [['--env', 'local'], 'The stage must be a deployed stage'],
    [['--env', 'Acme_1'], 'The stage must be 1 to 20 lower-case letters'],
    [['--env', 'dev', '--prefix', 'a b'], 'The prefix must be 1 to 20 lower-case letters'],
    [['--receivers-at', 'a.example'], 'must be a URL'],
    [['--receivers-port', '65536'], 'must be a port'],
    [['test/ctl'], 'Only tests of test/e2e'],
    [['--stage', 'dev'], 'npm run test:stage'],
  ])('%j is refused with what is wrong', (typed, problem) => {
    expect(testArguments(typed)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('the summary', () => {
  const testOf = (fullName: string) => ({ fullName, status: /fails/.test(fullName) ? 'failed' : 'passed' });
  const resultsOf = (...names: string[]) => ({
    testResults: [{ testResults: names.map(testOf) }],
    numPassedTests: 1,
  });

  test('lists the tests that were skipped by what they need', () => {
    expect(
      summaryOf(
        resultsOf('a log (needs receivers) has pages', 'an audit trail', 'mails are sent (needs a local cloud)'),
      ),
    ).toEqual({
      text: '\nNot run, since they need receivers: 1\n  a log has pages\n\nNot run, since they need a local cloud: 1\n  mails are sent',
      hasPassed: true,
    });
  });

  test('has not passed where nothing has run, something failed, or the run was interrupted', () => {
    expect(summaryOf({ ...resultsOf(), numPassedTests: 0 }).hasPassed).toBe(false);
    expect(summaryOf(resultsOf('a fails')).hasPassed).toBe(false);
    const broken = { testResults: [{ testResults: [], testExecError: new Error('no import') }], numPassedTests: 1 };
    expect(summaryOf(broken).hasPassed).toBe(false);
    expect(summaryOf(undefined)).toEqual({ text: expect.stringContaining('interrupted'), hasPassed: false });
  });
});

test('a known difference is no failure, and is to be struck out once it passes', () => {
  const results = {
    testResults: [
      {
        testResults: [
          { fullName: 'a', status: 'failed' },
          { fullName: 'b', status: 'passed' },
        ],
      },
    ],
    numPassedTests: 1,
  };
  const summary = summaryOf(results, { a: 'the emulator lacks it', b: 'so far' });
  expect(summary.hasPassed).toBe(true);
  expect(summary.text).toContain('Failed as is known: 1\n  a: the emulator lacks it');
  expect(summary.text).toContain('strike them out: 1\n  b');
  expect(summaryOf(results, { b: 'so far' }).hasPassed).toBe(false);
});

test('what tests have made is each network once, with its users', () => {
  const lines = ['["one",null]', '["one","a\\nb"]', '["two","c"]', '["one","a\\nb"]', ''];
  expect([...madeIn(lines.join('\n'))]).toEqual([
    ['one', new Set(['a\nb'])],
    ['two', new Set(['c'])],
  ]);
});

describe('the public URL of receivers', () => {
  const withPublicUrl = <T>(base: string, key: string, run: () => T): T => {
    process.env[RECEIVERS] = JSON.stringify({ kind: 'public', base, key });
    try {
      return run();
    } finally {
      delete process.env[RECEIVERS];
    }
  };
  const pathOf = (key: string, port: number) =>
    withPublicUrl('https://tunnel.example/', key, () => new URL(`${receiverBase('http', port)}/hook?a=b`));

  test('leads to the port of each receiver of this run, and to no other one', () => {
    const port = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(fc.string(), fc.string(), port, port, (key, otherKey, one, other) => {
        fc.pre(key !== otherKey && one !== other);
        const { pathname, search, host } = pathOf(key, one);
        expect(host).toBe('tunnel.example');
        expect(receiverOf(key, pathname + search)).toEqual({ port: one, path: '/hook?a=b' });
        expect(receiverOf(otherKey, pathname)).toBeUndefined();
        expect(receiverOf(key, pathname.replace(`/${one}.`, `/${other}.`))).toBeUndefined();
      }),
    );
    fc.assert(fc.property(fc.webPath(), (path) => expect(receiverOf('key', path)).toBeUndefined()));
  });

  test('passes requests and responses on, and ends both sides of a connection that breaks', async () => {
    const free = await startReceiver();
    const { port } = new URL(free.url);
    await free.stop();
    const multiplexer = await startMultiplexer('key', Number(port));
    const receiver = await startReceiver((response, request) => {
      if (request.path === '/hook?break') response.destroy();
      else response.writeHead(418, { 'x-answer': 'short' }).end(request.body);
    });
    const { pathname } = pathOf('key', Number(new URL(receiver.url).port));
    const url = `http://127.0.0.1:${port}${pathname}`;
    const response = await fetch(url, { method: 'POST', body: 'text', headers: { 'x-question': 'stout' } });
    expect({ status: response.status, header: response.headers.get('x-answer'), text: await response.text() }).toEqual({
      status: 418,
      header: 'short',
      text: 'text',
    });
    expect(receiver.requests).toMatchObject([{ method: 'POST', path: '/hook', headers: { 'x-question': 'stout' } }]);
    await expect(fetch(`${url}?break`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.1:${port}/${new URL(receiver.url).port}.${'0'.repeat(64)}/hook`)).status).toBe(
      404,
    );
    await receiver.stop();
    multiplexer.stop();
  });
});
