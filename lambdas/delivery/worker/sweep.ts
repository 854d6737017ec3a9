import { required } from '../../shared/env.ts';
import { processMetrics } from '../../shared/metrics.ts';
import { queueSender } from '../queue/queue-sender.ts';
import { receiverHealthTable } from '../receiver/receiver-health-table.ts';
import { backlogTable } from '../tables/backlog-table.ts';
import { requeueDue } from './requeue-due.ts';

const tools = {
  backlog: backlogTable(),
  health: receiverHealthTable(),
  sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  metrics: processMetrics,
  now: Date.now,
};

/** Requeues what is due. Runs each minute. */
export async function handler(): Promise<void> {
  const count = await requeueDue(tools).finally(() => processMetrics.flush());
  if (count > 0) console.info({ message: 'What was due was put into the queue.', count });
}
