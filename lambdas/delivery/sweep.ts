import { required } from '../shared/env.ts';
import { queueSender } from './lanes.ts';
import { sweep } from './sweeper.ts';
import { waitingDeliveriesTable } from './waiting-deliveries-table.ts';

const tools = {
  waiting: waitingDeliveriesTable(),
  sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  now: Date.now,
};

/** Runs each minute. */
export async function handler(): Promise<void> {
  const swept = await sweep(tools);
  if (swept > 0) console.info({ message: 'Retries were put back into the queue.', count: swept });
}
