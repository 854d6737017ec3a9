/** Pages in which some tables are generated. */
import { expect, test } from '@jest/globals';
import { dollars, markdownTable, readable, withTables } from '../../scripts/markdown.ts';

const page = 'before\n\n<!-- table: a -->\nold\n<!-- end -->\n\nafter\n';

test('a table replaces what was in its place, and nothing else', () => {
  const once = withTables(page, { a: '| x |' });
  expect(once).toBe('before\n\n<!-- table: a -->\n\n| x |\n\n<!-- end -->\n\nafter\n');
  expect(withTables(once, { a: '| x |' })).toBe(once);
});

test('a table without a place is an error', () => {
  expect(() => withTables(page, { b: '| x |' })).toThrow('The page has no place for the table b.');
});

test('columns are as wide as their widest cell', () => {
  expect(markdownTable(['a', 'wide'], [['value', '1']])).toBe('| a     | wide |\n| ----- | ---- |\n| value | 1    |');
});

test('numbers have two or three digits', () => {
  expect([readable(0.1234), readable(12.345), readable(12_345)]).toEqual(['0.12', '12.3', '12,300']);
  expect([dollars(2.5), dollars(1_234)]).toEqual(['$2.50', '$1,230']);
});
