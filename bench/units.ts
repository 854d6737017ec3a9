/**
 * The cost of operations in DynamoDB, in the capacity units that DynamoDB Local reports (`ReturnConsumedCapacity`):
 * through the tables that the handlers use, for lists of usual and of extreme size.
 */
import { connectTo } from '@social-platform-services/ctl/connection';
import { LOCAL_REGION } from '@social-platform-services/local/template/names';
import { keyCost, pullCosts } from './harness/asked-costs.ts';
import type { Measure, Row } from './harness/benchmark.ts';
import { metered } from './harness/metered-client.ts';
import { temporaryCloud } from './harness/temporary-cloud.ts';
import { activityCosts, blockingCosts, deliveryCosts, eventCosts, tokenCost } from './harness/unit-costs.ts';

export const measure: Measure = async (run) => {
  await using cloud = await temporaryCloud(run);
  const networkId = await cloud.addNetwork('units');
  // A client of its own, so that nothing else is counted.
  const used = { ...connectTo({ ...cloud, region: LOCAL_REGION }), networkId };
  const costs = [
    ...(await blockingCosts(used, run.quick ? 2_000 : 100_000)),
    ...(await activityCosts(used)),
    ...eventCosts(used),
    ...(await deliveryCosts(used)),
    tokenCost(used),
    ...(await pullCosts(used)),
    keyCost(used),
  ];
  const meter = metered(used.client);
  const rows: Row[] = [];
  for (const { name, unit, min, run, per } of costs) {
    const { read, write } = await meter(run);
    const [units, other] = unit === 'read units' ? [read, write] : [write, read];
    if (other !== 0) throw new Error(`${name} consumed ${other} units of the other kind.`);
    const figure = units / per;
    rows.push({ name, figure, unit, ratio: figure / min, reference: `the min, ${min}` });
  }
  return rows;
};
