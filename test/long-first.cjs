// Runs what takes long first, so that none of it begins when all else has ended. In a fresh clone Jest itself knows sizes of files only.
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Those of more than ten seconds on two cores, in this order. Where a browser computes comes between what mostly waits,
 * so that three browsers don't begin together.
 */
const long = [
  'test/work-bounds/work-bounds',
  'test/proof/storm',
  'panel/test/deliveries/list',
  'local/test/process',
  'panel/test/sign-in',
  'ctl/test/import-resumption',
  'panel/test/webhooks/page',
  'ctl/test/import-trouble',
  'docs/test/site',
  'test/stacks/all',
  'ctl/test/listen',
  'test/proof/fuzz',
  'panel/test/screens',
  'test/e2e/delivery-again',
  'test/package/package',
  'test/proof/tenants',
  'panel/test/webhooks/form',
  'ctl/test/dead-letters',
  'ctl/test/redrive',
  'local/test/faults/service-calls',
  'test/bin/prove',
  'docs/test/guides',
  'local/test/database',
  'test/delivery/flow-control',
  'test/bin/smoke',
  'test/delivery/ceilings-property',
  'test/proof/model/model',
  'test/shared/idempotency',
  'test/contract/examples',
  'test/e2e/delivery-configuration',
  'test/examples/receivers',
  'test/bin/deploy-stage',
  'test/statistics/attempt-counter',
  'test/work-bounds/regular-expressions',
  'local/test/function-pool',
  'test/pacing/control',
  'panel/test/deliveries/detail',
  'ctl/test/services',
];

/** The place of a file in the list; after all of them if it is in none. */
function placeOf({ path }) {
  const place = long.findIndex((name) => path.includes(`/${name}.`));
  return place < 0 ? long.length : place;
}

module.exports = class LongFirst extends Sequencer {
  async sort(tests) {
    return [...(await super.sort(tests))].sort((one, other) => placeOf(one) - placeOf(other));
  }
};
