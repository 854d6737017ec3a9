/** Reads alarms and the dashboard of a local cloud. */
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';
import { MetricsView } from './metrics-view.ts';

/** `apiUrl` is that of the local cloud. Throws OperatorError if it is of another version. */
export async function localMetrics(apiUrl: string): Promise<MetricsView> {
  const response = await fetch(`${apiUrl}/_local/metrics`);
  const parsed = v.safeParse(MetricsView, await response.json().catch(() => undefined));
  if (parsed.success) return parsed.output;
  throw new OperatorError('The local cloud runs another version than this checkout.', 'Start it again: npm start');
}
