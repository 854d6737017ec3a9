/** `npm run build:ctl`: builds the package of the operator's command line in build/ctl-package. */
import { buildCtlPackage } from './build-ctl-package.ts';

const folder = 'build/ctl-package';
await buildCtlPackage(folder);
console.log(`Built ${folder}. Try it: npx ./${folder} --help`);
