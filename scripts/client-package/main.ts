/** `npm run build:client`: builds the client's package in build/client-package. */
import { buildClientPackage } from './build-client-package.ts';

const folder = 'build/client-package';
buildClientPackage(folder);
console.log(`Built ${folder}. Pack it: npm pack ./${folder}`);
