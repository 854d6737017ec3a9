/** The thread of the proxy: one server for DynamoDB and one for SQS, with the same layers. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Endpoints } from '../hosted-app.ts';
import type { BadWeather } from '../weather/probabilities.ts';
import type { Layer, ServiceCall } from './layer.ts';
import type { ProxyReport, ProxySetup } from './proxy.ts';

const report = (message: ProxyReport): void => parentPort?.postMessage(message);
const onTrouble = (line: string): void => report({ kind: 'trouble', line });
/** Calls wait for it. */
const setup = new Promise<ProxySetup>((resolve) => parentPort?.once('message', resolve));

const compileCache: string = workerData;
enableCompileCache(compileCache);
const [{ enforcePermissions }, { emulatorAt, startServer }] = await Promise.all([
  import('../iam/layer.ts'),
  import('./server.ts'),
]);

async function start(service: ServiceCall['service']): Promise<string> {
  const backend = setup.then(async ({ emulators, credentials, permissions, weather }) => ({
    credentials,
    isFunction: (accessKeyId: string) => permissions.functions.has(accessKeyId),
    layers: [enforcePermissions(permissions, onTrouble), ...(weather === undefined ? [] : await layersOf(weather))],
    sendToEmulator: emulatorAt(emulators[service], credentials),
  }));
  return startServer(service, backend, onTrouble);
}

async function layersOf(weather: BadWeather): Promise<readonly Layer[]> {
  const { weatherLayers } = await import('../weather/service-layers.ts');
  return weatherLayers(weather, (fault) => report({ kind: 'injected', fault }));
}

const endpoints: Endpoints = { dynamodb: await start('dynamodb'), sqs: await start('sqs') };
report({ kind: 'listening', endpoints });
