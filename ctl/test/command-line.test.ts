/** What the command line does without any service: help, and wrong arguments. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createClient } from '@social-platform-services/client';
import * as v from 'valibot';
import { Role } from '../../contract/access.ts';
import { NetworkId } from '../../contract/ids.ts';
import { watchLog } from '../listen/watch-log.ts';
import { usageRows } from '../network-view.ts';
import { buildProgram, runProgram } from '../program.ts';

let printed: { stdout: string; stderr: string };
beforeEach(() => {
  printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

const ctl = async (words: readonly string[]) => ({ code: await runProgram(words), ...printed });

describe('the command line', () => {
  test.each([
    [['--help'], /networks: features, tokens/],
    [['network', 'set', '--help'], /hideMode +blocker or mutual .*\n +activityRetentionDays +1 to 3650, or off/],
    [['admin-link', '--help'], /--expires <period>.*\(default: 8h\)/s],
    [
      ['token', '--help'],
      new RegExp(`--expires <period>.*${Role.options.map((role) => `^  ${role} +\\w+.*`).join('')}`, 'ms'),
    ],
  ])('%j prints help on stdout', async (words, text) => {
    expect(await ctl(words)).toEqual({ stdout: expect.stringMatching(text), stderr: '', code: 0 });
  });

  test('prints its version, which is that of the project', async () => {
    const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync('package.json', 'utf8')));
    expect(await ctl(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', code: 0 });
  });

  const token = ['token', '--network', 'acme', '--user'];
  const listen = ['listen', '--network', 'demo'];
  const set = ['network', 'set', 'acme'];
  test.each([
    ['no command at all', [], /^Usage: ctl/],
    ['an incomplete command', ['network'], /^Usage: ctl network/],
    ['an unknown command', ['netwrok', 'list'], /unknown command 'netwrok'.*\n.*network/],
    ['a word that would manipulate the terminal', ['a\u001b[2Jb'], /unknown command 'a\\u001b\[2Jb'/],
    ['such an option of a command', ['network', 'list', '--a\u009bz'], /unknown option '--a\\u009bz'/],
    ['an unknown option', ['network', 'list', '--colour'], /unknown option '--colour'/],
    ['a missing argument', ['network', 'show'], /missing required argument 'network'/],
    ['an extra argument', ['network', 'show', 'acme', 'other'], /too many arguments/],
    ['an unknown feature', ['feature', 'enable', 'acme', 'blocks'], /choices are blockUser, userActivity, webhooks/],
    ['a malformed network id', ['network', 'create', 'A_b'], /'A_b' is invalid.* It must be a network id: /],
    ['a malformed user id', ['user', 'erase', 'acme', ''], /It must be a user id/],
    ['a malformed key id', ['key', 'revoke', 'acme', 'a b'], /It must be the id of a key/],
    ['a token of an unknown role', [...token, 'a', '--role', 'root'], /choices are user, server/],
    ['a token without a user', ['token', '--network', 'acme'], /required option '--user <user>' not specified/],
    ['a period without a unit', [...token, 'a', '--expires', '60'], /It must be a period such as 30s, 15m/],
    ['no time at all', [...token, 'a', '--expires', '0s'], /from 1s to 30d/],
    ['more than 30 days', [...token, 'a', '--expires', '721h'], /from 1s to 30d/],
    ['more entries than the most', ['audit', '--network', 'acme', '--limit', '10001'], /from 1 to 10000/],
    ['a rate of 0', ['import', 'blocks', '--network', 'acme', '--rate', '0', 'x'], /from 1 to 40000/],
    ['a malformed event pattern', [...listen, '--events', 'channel'], /It must be an event pattern/],
    ['a deprecated event', [...listen, '--events', 'message.created'], /use message\.didCreate/],
    ['a port beyond the last', [...listen, '--port', '65536'], /from 0 to 65535/],
    ['an informational answer', [...listen, '--answer', '100'], /from 200 to 599/],
    ['a delay with a unit', [...listen, '--delay', '1s'], /from 0 to 60000/],
    ['a retry of nothing', ['redrive', 'retry'], /^Name the messages to retry, or use --all\.$/m],
    ['a retry of something and of all', ['redrive', 'retry', 'x', '--all'], /^Name the messages to retry/],
    ['an unknown setting', [...set, 'colour', 'red'], /no setting "colour".*hideMode.*blocker or mutual/s],
    ['an unknown hide mode', [...set, 'hideMode', 'both'], /hideMode must be blocker or mutual, not "both"/],
    ['neither on nor off', [...set, 'blockEvents', 'yes'], /blockEvents must be on or off, not "yes"/],
    ['no days', [...set, 'activityRetentionDays', '0'], /1 to 3650, or off/],
    ['too many days', [...set, 'activityRetentionDays', '3651'], /1 to 3650, or off/],
    ['half a day', [...set, 'activityRetentionDays', '0.5'], /1 to 3650, or off/],
    ['an unknown quota', [...set, 'quota.likes', '5'], /no setting "quota.likes".*quota\.reads.*quota\.testEvents/s],
    ['a negative quota', [...set, 'quota.events', '-5'], /must be a whole number, or default, not "-5"/],
    ['a quota that is no number', [...set, 'quota.events', 'many'], /quota.events must be a whole number/],
    ['the stage of the local cloud', ['network', 'list', '--env', 'local'], /It must be a deployed stage/],
    ['what can be no stage', ['network', 'list', '--env', 'Acme_1'], /It must be 1 to 20 lower-case letters/],
    ['what can be no prefix', ['network', 'list', '--env', 'x', '--prefix', '-'], /It must be 1 to 20 lower-case/],
    ['a check-up of what is no webhook', ['checkup', 'non sense', '--network', 'acme'], /It must be a webhook id/],
    ['the audit trail of no webhook', ['audit', '--network', 'acme', '--webhook', 'x/y'], /It must be a webhook id/],
    ['a stage and a folder', ['network', 'list', '--env', 'dev', '--data', 'x'], /cannot be used with option '--data/],
  ])('refuses %s with exit code 2 and an empty stdout', async (_, words, message) => {
    expect(await ctl(words)).toEqual({ stdout: '', stderr: expect.stringMatching(message), code: 2 });
  });

  test('offers commands and the values of options to shells', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    await runProgram(['completion', 'bash']);
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/sps complete/));
    await runProgram(['complete', '--', 'token', '--role', 's']);
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/^server/));
  });

  test('prints a completion that bash takes a second time', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    await runProgram(['completion', 'bash']);
    const [script] = log.mock.lastCall ?? [];
    const twice = spawnSync('bash', ['-c', `${script}\n${script}\ncomplete -p sps`], { encoding: 'utf8' });
    expect(twice).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^complete -F \w+ sps\n$/),
    });
  });
});

test('the delivery log is followed up to what is known, and what is new is shown once, the oldest first', async () => {
  const beganAt = Date.now();
  const end = new AbortController();
  const page = (...ids: string[]) => ({
    results: ids.map((deliveryId) => ({ deliveryId, webhookId: 'wh', event: deliveryId === 'unasked' ? 'y' : 'x' })),
  });
  let rounds = 0;
  const answer = ({ pathname, searchParams: query }: URL): object => {
    if (pathname !== '/deliveries') return {};
    expect(Date.parse(query.get('since') ?? '')).toBeGreaterThanOrEqual(beganAt);
    const start = query.get('start');
    if (start === 'fourth') return { ...page('fourth', 'third'), start: 'second' };
    if (start !== null) return page(start);
    rounds += 1;
    if (rounds === 3) end.abort();
    return rounds === 1 ? { ...page(), start: 'first' } : { ...page('unasked'), start: 'fourth' };
  };
  // A webhook may be deleted before its delivery is read.
  const fetch = async (url: string) =>
    Response.json(answer(new URL(url)), { status: url.endsWith('/second') ? 404 : 200 });
  const client = createClient({ baseUrl: 'http://service.test', token: 'token', fetch });
  await watchLog(client, { networkId: v.parse(NetworkId, 'demo'), events: ['x'], json: true }, end.signal);
  const shown = printed.stdout.trim().split('\n');
  expect(shown.map((line) => JSON.parse(line).deliveryId)).toEqual(['first', 'second', 'third', 'fourth']);
});

test('the use of a quota names the five callers with the most', () => {
  const thisHour = { hour: 0, used: 34, callers: { a: 1, b: 9, c: 5, d: 7, e: 3, f: 8 } };
  expect(usageRows([{ quota: 'reads', thisHour, hourBefore: undefined }])).toEqual([
    ['used reads', '34 this hour (b 9, f 8, d 7, c 5, e 3), 0 the hour before'],
  ]);
});

test('the program has the same commands by name as all together', async () => {
  const { commands } = await buildProgram();
  const names = commands.map((command) => command.name()).filter((name) => !name.startsWith('comple'));
  for (const name of names) expect((await buildProgram([name])).commands.map((one) => one.name())).toContain(name);
});
