import { readFileSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openLog } from '../data-folder/log-file.ts';
import { openTerminal } from '../terminal/terminal.ts';

test('the terminal gets none of the characters that manipulate it, wherever they come from', async () => {
  const stream = new PassThrough({ encoding: 'utf8' });
  const terminal = openTerminal(stream);
  const hostile = 'a\u009b2J\u001b]0;x\u0007\u202eb\u2066c';
  const empty = { protocol: '', sourceIp: '', headers: {}, cookies: [] };
  const request = { method: 'GET', path: `/${hostile}`, query: hostile, ...empty };
  terminal.line(hostile);
  terminal.error(hostile);
  terminal.functionLog(hostile, 'WARN', hostile);
  terminal.mail(hostile, [hostile]);
  await terminal.progress(hostile, Promise.resolve());
  terminal.request({ request, status: 200, milliseconds: 1 });
  await setImmediate();
  const text = `${stream.read()}`;
  expect(text.match(/a2J\]0;xbc/g)).toHaveLength(9);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('a log is its owner’s only, and begins a new file when it has become large', () => {
  const folder = temporaryFolder();
  openLog(folder, 'Notes')('one\n');
  openLog(folder, 'Notes')('two\n');
  const file = join(folder, 'Notes.log');
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(file).mode & 0o077).toBe(0);
  truncateSync(file, 16 * 1024 * 1024 + 1);
  openLog(folder, 'Notes')('three\n');
  expect(readFileSync(file, 'utf8')).toBe('three\n');
  expect(statSync(`${file}.1`).size).toBe(16 * 1024 * 1024 + 1);
});

test('a log whose disk is full loses lines, and nothing else', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/full', join(folder, 'Notes.log'));
  const log = openLog(folder, 'Notes');
  log('lost\n');
  log('lost, too\n');
});
