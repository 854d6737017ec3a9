/**
 * The cost of operations in DynamoDB, in the capacity units that DynamoDB Local reports (`ReturnConsumedCapacity`): through
 * the tables that the handlers use, for lists of usual and of extreme size.
 */
import type { OwnCloud } from '../testing/own-cloud.ts';
import type { Measure, Row } from './harness/benchmark.ts';
import { type Cost, type Meter, metered } from './harness/metered-client.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';
import { blockingCosts } from './units/blocking.ts';
import { deliveryCosts } from './units/delivery.ts';
import { activityCosts, eventCosts, tokenCosts } from './units/events.ts';

export const measure: Measure = ({ quick, progress }) =>
  inTemporaryCloud(async (cloud) => {
    progress('filling tables');
    const costs = await costsIn(cloud, quick ? 2_000 : 100_000);
    const meter = metered(cloud.connection.client);
    const rows: Row[] = [];
    for (const cost of costs) rows.push(await rowOf(cost, meter));
    return rows;
  });

async function costsIn(cloud: OwnCloud, mostBlocks: number): Promise<readonly Cost[]> {
  const networkId = await cloud.addNetwork('units');
  const { client, tables } = cloud.connection;
  return [
    ...(await blockingCosts(client, tables.blocks, networkId, mostBlocks)),
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
  const [units, other] = unit === 'read units' ? [read, write] : [write, read];
  if (other !== 0) throw new Error(`${name} consumed ${other} units of the other kind.`);
  const figure = units / per;
  return {
    name,
    figure,
    unit,
    ratio: figure / least,
    reference: `the least, ${least}`,
    ...(aim !== undefined && { aim }),
    ...(note !== undefined && { note }),
  };
}
