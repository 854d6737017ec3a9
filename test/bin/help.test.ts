import { afterEach, expect, jest, test } from '@jest/globals';
import { ownCommands } from '../../bin/sps/own-commands.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const commands = ['deploy', 'diff', 'destroy', 'smoke', 'prove'];

test.each(commands.flatMap((command) => ['--help', '-h'].map((option) => [command, option] as const)))(
  '%s %s prints how to call it, and does nothing',
  async (command, option) => {
    const print = jest.spyOn(console, 'log').mockReturnValue();
    expect(await ownCommands[command]?.run([option, '--env', 'dev'])).toBe(0);
    expect(print.mock.calls).toEqual([[expect.stringMatching(`^Usage: npm run ${command} -- .*--env <stage>`)]]);
  },
);
