import { deliveriesTable } from '../deliveries/deliveries-table.ts';
import { queueSender } from '../deliveries/queue-sender.ts';
import { receiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import { required } from '../shared/env.ts';
import { withLoggedErrors } from '../shared/logged-error.ts';
import { processMetrics } from '../shared/metrics.ts';
import { sweepDue } from './sweep-due.ts';

const ports = {
  deliveries: deliveriesTable(),
  health: receiverHealthTable(),
  sendSlow: queueSender(required('SLOW_LANE_QUEUE_URL')),
  metrics: processMetrics,
  now: Date.now,
};

/** Puts what is due into the queue. Runs each minute. */
export const handler = withLoggedErrors(async (): Promise<void> => {
  const count = await sweepDue(ports).finally(() => processMetrics.flush());
  if (count > 0) console.info({ message: 'What was due was put into the queue.', count });
});
