/** `npm run check:licences`: fails, and lists the packages, if one of the lockfile has a licence that is not allowed. */
import { refusedLicences } from './licences.ts';
import { lockedPackages } from './locked-packages.ts';

const packages = lockedPackages('package-lock.json');
const refused = refusedLicences(packages);
if (refused.length > 0) {
  console.error(`Licences that are not in scripts/supply-chain/licences.ts:\n${refused.join('\n')}`);
  process.exitCode = 1;
} else {
  console.log(`${packages.length} packages have licences that are allowed.`);
}
