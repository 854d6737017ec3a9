/**
 * The files of this folder as one, unless one is named (jest.config.js): each would load the CDK and synthesize the
 * same stages again, which takes longer than its tests. The snapshot keeps templates.test.ts apart.
 */
import { globSync } from 'node:fs';

for (const file of globSync('*.test.ts', { cwd: import.meta.dirname })) {
  if (file !== 'templates.test.ts') await import(`./${file}`);
}
