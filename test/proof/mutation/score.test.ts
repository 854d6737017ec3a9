import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { explanations } from './explained.ts';
import { codeOf, groupNames } from './groups.ts';
import { changesOf } from './report.ts';
import { scoreOf, staleExplanations } from './score.ts';

const source = 'const a = 1;\nconst sum = a +\n  a;\n';
const mutant = (status: string, line: number, replacement: string) => ({
  mutatorName: 'Any',
  replacement,
  status,
  location: { start: { line, column: 11 }, end: { line, column: 12 } },
});
const sum = { start: { line: 2, column: 13 }, end: { line: 3, column: 4 } };
const files = {
  'a.ts': {
    source,
    mutants: [
      mutant('Killed', 1, '2'),
      mutant('Timeout', 1, '3'),
      mutant('Survived', 1, '4'),
      { ...mutant('NoCoverage', 2, 'a - a'), location: sum },
      mutant('Ignored', 1, '5'),
      mutant('RuntimeError', 1, '6'),
    ],
  },
};
const changes = changesOf({ files });

describe('a mutation score', () => {
  test('counts changes that were noticed or not, and no others', () => {
    expect(scoreOf(changes, [])).toMatchObject({ percent: 50, mutants: 4, survived: 2, explained: 0 });
    expect(scoreOf([], [])).toMatchObject({ percent: 0, mutants: 0 });
  });

  test('stays the same where survivors are explained, by their text and replacement', () => {
    const reason = 'It is the same.';
    const explained = [{ file: 'a.ts', original: '1', replacement: '4', reason }];
    const score = scoreOf(changes, explained);
    expect(score).toMatchObject({ percent: 50, survived: 2, explained: 1 });
    expect(score.open).toEqual([
      { file: 'a.ts', line: 2, original: 'a +\n  a', replacement: 'a - a', isKilled: false },
    ]);
    expect(staleExplanations(changes, explained)).toEqual([]);
    const killed = { file: 'a.ts', original: '1', replacement: '2', reason };
    const ofAnotherFile = { file: 'b.ts', original: '1', reason };
    expect(staleExplanations(changes, [killed, ofAnotherFile])).toEqual([killed]);
  });
});

test.each(groupNames)('the group %s has files', (name) => {
  expect(codeOf(name)).not.toEqual([]);
});

test('every explanation is of a file that exists', () => {
  expect(explanations.filter(({ file }) => !existsSync(file))).toEqual([]);
});
