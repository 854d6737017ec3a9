/** `npm run release -- <version>`: commits and tags a release, and builds its packages and bills of materials in `build/`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ReleaseRefused, release } from './release.ts';

const STEPS = ['generate', 'build:client', 'build:ctl', 'sbom'];
const folder = join(import.meta.dirname, '../..');

const [version, ...others] = process.argv.slice(2);
if (version === undefined || others.length > 0) {
  console.error('Name the version: npm run release -- 1.2.3');
  process.exitCode = 2;
} else {
  try {
    const tag = await release(version, { folder, date: new Date().toISOString().slice(0, 10), build });
    console.log(
      `\nCommitted and tagged ${tag}. Look at it (git show ${tag}), then push it: git push origin HEAD ${tag}`,
    );
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(`Nothing was released. ${error.message}`);
    process.exitCode = 1;
  }
}

async function build(): Promise<void> {
  for (const step of STEPS) {
    const { status } = spawnSync('npm', ['run', '--silent', step], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm run ${step} failed; the tree is as it was before.`);
  }
}
