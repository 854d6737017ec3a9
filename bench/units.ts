/**
 * The cost of operations in DynamoDB, in the capacity units that DynamoDB Local reports (`ReturnConsumedCapacity`):
 * through the tables that the handlers use, for lists of usual and of extreme size.
 */
import { connectTo } from '../ctl/connection.ts';
import { LOCAL_REGION } from '../local/template/names.ts';
import type { OwnCloud } from '../testing/own-cloud.ts';
import type { Measure, Row } from './harness/benchmark.ts';
import { metered } from './harness/metered-client.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';
import { activityCosts, blockingCosts, deliveryCosts, eventCosts, tokenCost } from './harness/unit-costs.ts';

export const measure: Measure = (run) =>
  inTemporaryCloud(run, async (cloud) => {
    const networkId = await cloud.addNetwork('units');
    // A client of its own, so that nothing else is counted.
    const { client, tables } = connectTo({ ...cloud, region: LOCAL_REGION });
    const costs = [
      ...(await blockingCosts(client, tables.blocks, networkId, run.quick ? 2_000 : 100_000)),
      ...(await activityCosts(client, tables.activities, networkId)),
      ...eventCosts(client, tableOf(cloud, 'Events'), networkId),
      ...(await deliveryCosts(client, tableOf(cloud, 'Deliveries'), tableOf(cloud, 'Events'))),
      tokenCost(client, tables.networks, networkId),
    ];
    const meter = metered(client);
    const rows: Row[] = [];
    for (const { name, unit, least, run, per } of costs) {
      const { read, write } = await meter(run);
      const [units, other] = unit === 'read units' ? [read, write] : [write, read];
      if (other !== 0) throw new Error(`${name} consumed ${other} units of the other kind.`);
      const figure = units / per;
      rows.push({ name, figure, unit, ratio: figure / least, reference: `the least, ${least}` });
    }
    return rows;
  });

function tableOf({ outputs }: OwnCloud, name: string): string {
  const table = outputs[`${name}TableName`];
  if (table === undefined) throw new Error(`The stacks have no output with the name of the table ${name}.`);
  return table;
}
