/**
 * CloudWatch, as far as this service uses it: metrics of functions, queues, the API and logs, and the template's alarms over them
 * (docs/adr/0046-local-alarms.md).
 *
 * It works once a minute. A minute may be declared to last less than 60 s, to practise; ages of messages and records, and times in embedded metrics, count as that
 * much older, so that an alarm of 5 minutes is about 5 of the short minutes.
 */

import type { FunctionObserver } from '../functions/function-pool.ts';
import { accessLogLine } from '../gateway/access-log.ts';
import type { RequestLogEntry } from '../gateway/server.ts';
import type { QueueServer } from '../sqs/queues.ts';
import type { Inventory } from '../template/inventory.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import { type Alarm, Alarms } from './alarms.ts';
import { addIteratorAge, countInvocation } from './function-metrics.ts';
import { countRequest } from './gateway-metrics.ts';
import { readLogMetrics } from './log-metrics.ts';
import { MetricStore } from './metric-store.ts';
import { queueMetrics } from './queue-metrics.ts';

export interface CloudWatch {
  readonly store: MetricStore;
  readonly alarms: Alarms;
  /** Takes part in every invocation and line of functions. */
  readonly functions: FunctionObserver;
  /** Takes a request, if it was one of the API, and returns its line of the access log. */
  request(entry: RequestLogEntry): string | undefined;
  /** Takes the age of the last record of a batch, in real milliseconds. */
  batchAge(functionName: string, milliseconds: number): void;
  /** Reads the queues and evaluates the alarms at the end of each minute, until the returned function is called. */
  start(queues: Pick<QueueServer, 'messages'>): () => void;
}

export interface CloudWatchOptions {
  readonly inventory: Pick<Inventory, 'resources'>;
  /** How long a minute lasts, in seconds. */
  readonly minuteSeconds: number;
  /** Called when an alarm goes off and when it ends. */
  readonly onChange: (alarm: Alarm) => void;
}

/** Throws a `StartProblem` for an alarm, metric filter or log format that it can't evaluate. */
export function createCloudWatch({ inventory, minuteSeconds, onChange }: CloudWatchOptions): CloudWatch {
  const minuteMs = minuteSeconds * 1_000;
  const scale = 60 / minuteSeconds;
  const store = new MetricStore(minuteMs);
  const alarms = new Alarms(inventory, store, onChange);
  const toMetrics = readLogMetrics(inventory, store, scale);
  const accessLog = readAccessLog(inventory);
  const names = inventory.resources['AWS::SQS::Queue'].map(({ name }) => name);

  const endMinute = (minute: number, queues: Pick<QueueServer, 'messages'>): void => {
    for (const name of names) {
      for (const [metric, value] of queueMetrics(name, queues.messages(name), Date.now())) {
        store.put(metric, metric.name === 'ApproximateAgeOfOldestMessage' ? value * scale : value, minute);
      }
    }
    alarms.evaluate(minute);
  };

  return {
    store,
    alarms,
    functions: {
      invoked: (definition, kind, milliseconds) => countInvocation(store, definition, kind, milliseconds),
      logged: ({ logGroup }, line) => toMetrics(logGroup, line),
    },
    request(entry) {
      if (entry.trace === undefined) return undefined;
      countRequest(store, accessLog.apiId, entry, entry.trace);
      const line = accessLog.line?.(entry, entry.trace);
      if (line !== undefined) toMetrics(accessLog.logGroup, line);
      return line;
    },
    batchAge: (functionName, milliseconds) => addIteratorAge(store, functionName, milliseconds * scale),
    start(queues) {
      let timer: NodeJS.Timeout;
      const wait = (): void => {
        const { minute } = store;
        timer = setTimeout(
          () => {
            // A timer may fire a moment early, or some minutes late if the machine slept.
            if (store.minute > minute) endMinute(store.minute - 1, queues);
            wait();
          },
          (minute + 1) * minuteMs - Date.now(),
        ).unref();
      };
      wait();
      return () => clearTimeout(timer);
    },
  };
}

function readAccessLog({ resources }: Pick<Inventory, 'resources'>) {
  const [stage] = resources['AWS::ApiGatewayV2::Stage'];
  const apiId = resources['AWS::ApiGatewayV2::Api'][0]?.name ?? '';
  const settings = stage?.properties.AccessLogSettings;
  if (stage === undefined || settings === undefined) return { apiId, logGroup: '', line: undefined };
  try {
    const line = accessLogLine(settings.Format);
    return { apiId, logGroup: settings.DestinationArn.replace(/^.*:log-group:/, ''), line };
  } catch (error) {
    throw new StartProblem(`${stage.path}: ${messageOf(error)}`);
  }
}
