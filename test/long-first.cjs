// Runs what takes long first, so that none of it begins when all else has ended. In a fresh clone Jest itself knows sizes of files only.
const { default: Sequencer } = require('@jest/test-sequencer');

const long = /(ctl|docs|panel)\/test\/|test\/(proof|stacks)\/|local\/test\/process|test\/e2e\/delivery-/;

module.exports = class LongFirst extends Sequencer {
  async sort(tests) {
    const [first = [], last = []] = [true, false].map((isLong) =>
      tests.filter(({ path }) => long.test(path) === isLong),
    );
    return [...(await super.sort(first)), ...(await super.sort(last))];
  }
};
