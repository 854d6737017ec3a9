/** The thread of the proxy: one server for DynamoDB and one for SQS, with the same layers. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Endpoints } from '../functions/function-environment.ts';
import type { ServiceCall } from './layer.ts';
import type { ProxyReport, ProxySetup } from './worker-messages.ts';

const report = (message: ProxyReport): void => parentPort?.postMessage(message);
const onTrouble = (line: string): void => report({ kind: 'trouble', line });
const setup = new Promise<ProxySetup>((resolve) => parentPort?.once('message', resolve));

const compileCache: string = workerData;
enableCompileCache(compileCache);
const [{ enforcePermissions }, { Emulator }, { startServer }] = await Promise.all([
  import('../iam/layer.ts'),
  import('./emulator.ts'),
  import('./server.ts'),
]);

async function start(service: ServiceCall['service']): Promise<string> {
  const backend = setup.then(({ emulators, permissions }) => ({
    isFunction: (accessKeyId: string) => permissions.functions.has(accessKeyId),
    layers: [enforcePermissions(permissions, onTrouble)],
    emulator: new Emulator(emulators[service]),
  }));
  return startServer(service, backend, onTrouble);
}

const endpoints: Endpoints = { dynamodb: await start('dynamodb'), sqs: await start('sqs') };
report({ kind: 'listening', endpoints });
