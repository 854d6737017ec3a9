/** The metrics of an HTTP API (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html). */
import type { RequestTrace } from '../gateway/access-log.ts';
import type { RequestLogEntry } from '../gateway/server.ts';
import type { MetricStore } from './metric-store.ts';

/** Adds a request to the metrics of the API `ApiId`. */
export function countRequest(
  store: MetricStore,
  ApiId: string,
  { status, milliseconds }: RequestLogEntry,
  { integration }: RequestTrace,
): void {
  const values = {
    Count: 1,
    '4xx': status >= 400 && status < 500 ? 1 : 0,
    '5xx': status >= 500 ? 1 : 0,
    Latency: milliseconds,
    ...(integration && { IntegrationLatency: integration.milliseconds }),
  };
  for (const dimensions of [{ ApiId }, { ApiId, Stage: '$default' }]) {
    for (const [name, value] of Object.entries(values)) {
      store.put({ namespace: 'AWS/ApiGateway', name, dimensions }, value);
    }
  }
}
