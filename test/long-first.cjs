// Runs what takes long first, so that none of it begins when all else has ended. In a fresh clone Jest itself knows sizes of files only.
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Those of more than ten seconds on two cores, in this order. Where a browser computes comes between what mostly waits,
 * so that three browsers don't begin together.
 */
const long = [
  'work-bounds/work-bounds',
  'proof/storm',
  'panel/deliveries/list',
  'local/process',
  'panel/sign-in',
  'ctl/import-resumption',
  'panel/webhooks/page',
  'ctl/import-trouble',
  'docs/site',
  'stacks/all',
  'ctl/listen',
  'proof/fuzz',
  'panel/screens',
  'e2e/delivery-again',
  'package/package',
  'proof/tenants',
  'panel/webhooks/form',
  'ctl/dead-letters',
  'ctl/redrive',
  'local/faults/service-calls',
  'scripts/prove',
  'docs/guides',
  'local/database',
  'delivery/flow-control',
  'scripts/smoke',
  'delivery/ceilings-property',
  'proof/model/model',
  'shared/idempotency',
  'contract/examples',
  'e2e/delivery-configuration',
  'examples/receivers',
  'scripts/deploy-stage',
  'statistics/attempt-counter',
  'work-bounds/regular-expressions',
  'local/function-pool',
  'pacing/control',
  'panel/deliveries/detail',
  'ctl/services',
];

/** The place of a file in the list; after all of them if it is in none. A package's tests are in a folder of its own. */
function placeOf({ path }) {
  const file = relative(join(__dirname, '..'), path);
  const place = long.indexOf(file.replace(/(^|\/)test\//, '$1').replace(/(\.integration)?(\.test)?\.ts$/, ''));
  return place < 0 ? long.length : place;
}

module.exports = class LongFirst extends Sequencer {
  async sort(tests) {
    return [...(await super.sort(tests))].sort((one, other) => placeOf(one) - placeOf(other));
  }
};
