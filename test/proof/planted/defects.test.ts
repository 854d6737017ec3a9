import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { plant } from './defect.ts';
import { defects } from './defects.ts';

describe('a planted defect', () => {
  test('has a name of its own', () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  });

  test.each(defects)('$name still applies to the source, and its tests exist', (defect) => {
    const source = readFileSync(defect.file, 'utf8');
    expect(plant(defect, source)).not.toBe(source);
    expect(defect.tests.filter((path) => !existsSync(path))).toEqual([]);
  });

  test.each(['', 'twice, twice'])('is refused where its text does not occur exactly once in "%s"', (source) => {
    const defect = {
      name: 'some',
      what: '',
      file: 'some.ts',
      original: 'twice',
      planted: 'once',
      tests: ['a'],
    } as const;
    expect(() => plant(defect, source)).toThrow(/^some: its original text occurs [02] times in some.ts, not once\.$/);
  });
});
