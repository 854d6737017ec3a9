import { required } from '../../shared/env.ts';
import { queueSender } from '../queue/queue-sender.ts';
import { backlogTable } from '../tables/backlog-table.ts';
import { requeueDue } from './requeue-due.ts';

const tools = {
  backlog: backlogTable(),
  sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  now: Date.now,
};

/** Requeues the retries that are due. Runs each minute. */
export async function handler(): Promise<void> {
  const count = await requeueDue(tools);
  if (count > 0) console.info({ message: 'Due retries were put back into the queue.', count });
}
