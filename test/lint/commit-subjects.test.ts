import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { problemOfSubject, scopes } from '../../scripts/commit-subjects.ts';

describe('the subject of a commit', () => {
  test.each(['delivery: end a turn when the receiver is down', 'api: refuse IPv6 literals', `docs: ${'a'.repeat(66)}`])(
    'may be "%s"',
    (subject) => {
      expect(problemOfSubject(subject)).toBeUndefined();
    },
  );

  test.each([
    ['end a turn', 'It is not of the form'],
    ['delivery:end a turn', 'It is not of the form'],
    ['Delivery: end a turn', 'It is not of the form'],
    ['delivery(lanes): end a turn', 'It is not of the form'],
    ['engine: end a turn', 'There is no scope engine.'],
    [`docs: ${'a'.repeat(67)}`, 'It has 73 characters'],
    ['delivery: End a turn', 'begins with a small letter'],
    ['delivery: end a turn.', 'ends with a full stop'],
  ])('may not be "%s"', (subject, problem) => {
    expect(problemOfSubject(subject)).toContain(problem);
  });
});

test('CONTRIBUTING.md explains every scope, and no other', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const section = text.slice(text.indexOf('## Commits'));
  const explained = [...section.matchAll(/^\| `([a-z]+)` +\|/gm)].map(([, scope]) => scope);
  expect(explained).toEqual([...scopes]);
});
