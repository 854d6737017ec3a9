/**
 * The worker thread that runs one function: loads its bundle, then handles one event at a time, as Lambda's runtime for
 * Node.js does. Handlers are async functions; the runtime of Node 24 has no callbacks.
 */
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionError, Invocation, WorkerReport, WorkerSetup } from './invocation.ts';
import { replaceConsole } from './worker-console.ts';

type Handler = (event: unknown, context: object) => unknown;

const { definition, hasJumpingClock }: WorkerSetup = workerData;
// The function has only variables of its own.
delete process.env['NODE_COMPILE_CACHE'];
const report = (message: WorkerReport): void => parentPort?.postMessage(message);
const log = replaceConsole((level, line, summary) => report({ kind: 'log', level, line, summary }));

const setClock = hasJumpingClock ? (await import('../faults/faulty-functions.ts')).replaceClock() : undefined;

async function loadHandler(): Promise<Handler | undefined> {
  try {
    const { file, handler: name, direct } = definition;
    if (direct !== undefined) (await import('./direct-calls.ts')).callDirectly(direct);
    const bundle: Record<string, unknown> = await import(pathToFileURL(file).href);
    const handler = bundle[name];
    if (isHandler(handler)) return handler;
    throw new TypeError(`${file} exports no function called ${name}`);
  } catch (error) {
    report({ kind: 'failed', error: describe(error) });
    return undefined;
  }
}

async function handle(handler: Handler, { requestId, event, trace, deadline, aheadMs }: Invocation): Promise<void> {
  setClock?.(aheadMs);
  log.requestId = requestId;
  if (trace !== undefined) process.env['_X_AMZN_TRACE_ID'] = trace;
  else delete process.env['_X_AMZN_TRACE_ID'];
  try {
    const result = await handler(JSON.parse(event), contextOf(requestId, deadline));
    report({ kind: 'returned', payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    console.error(error instanceof Error ? error : new Error(String(error)));
    report({ kind: 'threw', error: describe(error) });
  }
}

function contextOf(requestId: string, deadline: number): object {
  return {
    functionName: definition.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: definition.arn,
    memoryLimitInMB: String(definition.memoryMegabytes),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${definition.name}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

const handler = await loadHandler();
if (handler !== undefined) {
  parentPort?.on('message', (invocation: Invocation) => void handle(handler, invocation));
  report({ kind: 'ready' });
  // Threads that begin from now on have it, too.
  flushCompileCache();
}
