import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { openTerminal } from '../../local/terminal/terminal.ts';

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
