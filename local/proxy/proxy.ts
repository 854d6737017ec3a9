/**
 * The proxy between functions and the emulators, in a thread of its own. Everything else in the local cloud calls the
 * emulators directly.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LocalCredentials } from '../aws-clients.ts';
import type { Endpoints } from '../hosted-app.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import type { BadWeather, Fault } from '../weather/probabilities.ts';

export interface Proxy {
  /** Where functions reach DynamoDB and SQS. */
  readonly endpoints: Endpoints;
  /** Calls wait until then. */
  open(setup: ProxySetup): void;
}

export interface ProxyOptions {
  readonly compileCache: string;
  /** Gets a line for the terminal, such as which call was denied. */
  readonly onTrouble: (line: string) => void;
  /** Gets each fault that is injected. */
  readonly onInjected?: (fault: Fault) => void;
}

/** Starts it on two free ports. `resources` stops it. */
export async function startProxy(
  { compileCache, onTrouble, onInjected }: ProxyOptions,
  resources: AsyncDisposableStack,
): Promise<Proxy> {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
    workerData: compileCache,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    name: 'proxy',
  });
  resources.defer(async () => void (await worker.terminate()));
  const endpoints = await new Promise<Endpoints>((resolve, reject) => {
    worker.on('message', (report: ProxyReport) => {
      if (report.kind === 'listening') resolve(report.endpoints);
      else if (report.kind === 'injected') onInjected?.(report.fault);
      else onTrouble(report.line);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the proxy ended')));
  });
  return { endpoints, open: (setup) => worker.postMessage(setup) };
}

/** What the proxy needs before it sends the first call on. */
export interface ProxySetup {
  /** Where the emulators are. */
  readonly emulators: Endpoints;
  readonly credentials: LocalCredentials;
  readonly permissions: Permissions;
  /** Absent without fault injection. */
  readonly weather?: BadWeather | undefined;
}

/** The messages of the proxy's thread. */
export type ProxyReport =
  /** Where functions reach the proxy. */
  | { readonly kind: 'listening'; readonly endpoints: Endpoints }
  /** A fault was injected. */
  | { readonly kind: 'injected'; readonly fault: Fault }
  /** A line for the terminal. */
  | { readonly kind: 'trouble'; readonly line: string };
