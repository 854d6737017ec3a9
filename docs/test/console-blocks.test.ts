import { describe, expect, test } from '@jest/globals';
import { exchangesOf, isAsShown } from '../../test/support/console-blocks.ts';

const page = `# Title
\`\`\`sh
$ not a session
\`\`\`
## Part
\`\`\`console
$ first \\
>   and more
one
two
$ second
\`\`\`
`;

describe('console sessions of a page', () => {
  test('are its fenced blocks of the language console, with each command and its output', () => {
    expect(exchangesOf(page)).toEqual([
      { line: 7, command: 'first \\\n  and more', shown: 'one\ntwo' },
      { line: 11, command: 'second', shown: '' },
    ]);
  });

  test('must not show output without a command', () => {
    expect(() => exchangesOf('```console\nanswer\n```')).toThrow('Line 2: output without a command.');
  });
});

describe('output', () => {
  test.each([
    ['other text', 'done', 'undone'],
    ['a further field', '{"a":1}', '{"a":1,"b":2}'],
    ['a further line', 'one', 'one\ntwo'],
    ['fields in another order', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['a regular expression’s dot', 'a.b', 'axb'],
    ['nothing', 'something', ''],
  ])('is not as shown: %s', (_, shown, printed) => {
    expect(isAsShown(shown, printed)).toBe(false);
  });
});
