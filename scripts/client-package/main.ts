/** `npm run build:client`: builds the client's package, and packs it as a file that other projects install. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildClientPackage } from './build-client-package.ts';

const folder = 'build/client-package';
buildClientPackage(folder);
const packing = ['pack', `./${folder}`, '--silent', '--pack-destination', 'build'];
const file = execFileSync('npm', packing, { encoding: 'utf8' }).trim();
console.log(`Built the client's package. Install it in your project:\n\n  npm install ${resolve(join('build', file))}`);
