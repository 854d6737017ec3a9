/**
 * The proxy between functions and the emulators: one server for DynamoDB and one for SQS. Everything else in the local
 * cloud calls the emulators directly, and so do functions, without fault injection, where their role allows the call.
 */
import type { LocalCredentials } from '../aws-clients.ts';
import type { Endpoints } from '../hosted-app.ts';
import type { Permissions } from '../iam/function-permissions.ts';
import { enforcePermissions } from '../iam/layer.ts';
import type { Layer, ServiceCall } from './layer.ts';
import { emulatorAt, startServer } from './server.ts';

export interface Proxy {
  /** Where functions reach DynamoDB and SQS. */
  readonly endpoints: Endpoints;
  /** Calls wait until then. */
  open(setup: ProxySetup): void;
}

/** What the proxy needs before it sends the first call on. */
export interface ProxySetup {
  /** Where the emulators are. */
  readonly emulators: Endpoints;
  readonly credentials: LocalCredentials;
  readonly permissions: Permissions;
  /** Those of fault injection. */
  readonly layers?: readonly Layer[];
}

/** Starts it on two free ports. `onTrouble` gets a line for the terminal, such as which call was denied. `resources` stops it. */
export async function startProxy(onTrouble: (line: string) => void, resources: AsyncDisposableStack): Promise<Proxy> {
  const { promise: setup, resolve: open } = Promise.withResolvers<ProxySetup>();
  const start = (service: ServiceCall['service']): Promise<string> => {
    const backend = setup.then(({ emulators, credentials, permissions, layers = [] }) => ({
      credentials,
      isFunction: (accessKeyId: string) => permissions.functions.has(accessKeyId),
      layers: [enforcePermissions(permissions, onTrouble), ...layers],
      sendToEmulator: emulatorAt(emulators[service], credentials),
    }));
    return startServer(service, backend, onTrouble, resources);
  };
  return { endpoints: { dynamodb: await start('dynamodb'), sqs: await start('sqs') }, open };
}
