/** Bytes of the lines that delivering adds to the logs. Lines of metrics are made by the functions' own code. */
import type { DeliveryClass } from '../../contract/delivery-classes.ts';
import { metricsNamespace } from '../../contract/metrics.ts';
import { measureAttempt } from '../../lambdas/delivery/worker/measure.ts';
import { type Metrics, metrics } from '../../lambdas/shared/metrics.ts';

const acceptedAt = Date.UTC(2026, 0, 1);
const startedAt = new Date(acceptedAt + 480).toISOString();
const delivery = { createdAt: new Date(acceptedAt).toISOString(), attemptCount: 0, generation: 0 };

/** The line of a batch of first attempts that ended so. */
export const bytesOfAttempts = (ended: DeliveryClass, attempts: number): number =>
  bytesOf((line) => {
    for (let n = 0; n < attempts; n++) measureAttempt(line, delivery, { class: ended, startedAt, milliseconds: 50 });
  });

/** The line of a fan-out. */
export const bytesOfFanOut = (events: number): number =>
  bytesOf((line) => {
    for (let n = 0; n < events; n++) line.add('FanOutLag', 310);
    line.add('DeliveriesCreated', 2 * events);
  });

/** The entry of a webhook's failed attempts, in Lambda's JSON format. */
export const bytesOfFailures = JSON.stringify({
  timestamp: startedAt,
  level: 'INFO',
  requestId: '00000000-0000-0000-0000-000000000000',
  message: { name: 'attempts-failed', networkId: 'example-network', webhookId: `wh_${'0'.repeat(32)}`, attempts: 10 },
}).length;

function bytesOf(measure: (line: Metrics) => void): number {
  const lines: string[] = [];
  const line = metrics({ namespace: metricsNamespace('prod'), lane: 'fast', write: (text) => lines.push(text) });
  measure(line);
  line.flush();
  return Buffer.byteLength(lines.join(''));
}
