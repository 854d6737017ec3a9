/**
 * The cost of operations in DynamoDB, in the capacity units that DynamoDB Local reports (`ReturnConsumedCapacity`): through
 * the tables that the handlers use, for lists of usual and of extreme size.
 */
import type { OwnCloud } from '../testing/own-cloud.ts';
import { type Meter, metered } from './harness/metered-client.ts';
import type { Measure, Progress, Row } from './harness/row.ts';
import { rounded } from './harness/statistics.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';
import { activityCosts } from './units/activity.ts';
import { blockingCosts } from './units/blocking.ts';
import type { Cost } from './units/cost.ts';
import { deliveryCosts } from './units/delivery.ts';
import { eventCosts, tokenCosts } from './units/events.ts';

export const measure: Measure = (progress) =>
  inTemporaryCloud(async (cloud) => {
    const costs = await costsIn(cloud, progress);
    const meter = metered(cloud.connection.client);
    const rows: Row[] = [];
    for (const cost of costs) rows.push(await rowOf(cost, meter));
    return rows;
  });

async function costsIn(cloud: OwnCloud, progress: Progress): Promise<readonly Cost[]> {
  const networkId = await cloud.addNetwork('units');
  const { client, tables } = cloud.connection;
  progress('filling tables');
  return [
    ...(await blockingCosts(client, tables.blocks, networkId)),
    ...(await activityCosts(client, tables.activities, networkId)),
    ...eventCosts(client, tableOf(cloud, 'Events'), networkId),
    ...(await deliveryCosts(client, tableOf(cloud, 'Deliveries'))),
    ...tokenCosts(client, tables.networks, networkId),
  ];
}

function tableOf({ outputs }: OwnCloud, name: string): string {
  const table = outputs[`${name}TableName`];
  if (table === undefined) throw new Error(`The stacks have no output with the name of the table ${name}.`);
  return table;
}

async function rowOf({ name, unit, run, per = 1, least, aim, note }: Cost, meter: Meter): Promise<Row> {
  const { read, write } = await meter(run);
  const [figure, other] = unit === 'read units' ? [read, write] : [write, read];
  if (other !== 0) throw new Error(`${name} consumed ${other} units of the other kind.`);
  return {
    name,
    figure: rounded(figure / per),
    unit,
    ratio: rounded(figure / per / least),
    reference: `the least, ${least}`,
    ...(aim !== undefined && { aim }),
    ...(note !== undefined && { note }),
  };
}
