/** The code with hooks that a guide shows is that of examples/react, which a browser runs. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const guide = readFileSync('docs/guides/front-ends.md', 'utf8');
const shown = Array.from(guide.matchAll(/^```tsx\n(.*?)^```$/gms), ([, code = '']) => code);
const files = globSync('examples/react/*.tsx').map((file) => readFileSync(file, 'utf8'));

test('the guide for front ends shows a complete component of the example', () => {
  expect(shown[0]).toBe(readFileSync('examples/react/comments.tsx', 'utf8'));
});

test('all code with hooks in the guide is in the example as the guide shows it', () => {
  expect(shown.length).toBeGreaterThan(1);
  for (const code of shown) expect(files.filter((file) => file.includes(code))).toHaveLength(1);
});
