/** AWS as a stub, in a process of its own: what it answers is always the same, so that time is spent on our side only. */
import * as v from 'valibot';
import { functionEnvironment } from '../../../contract/function-environment.ts';
import { startChild } from '../child.ts';

export interface Stub {
  /** Where it listens. */
  readonly url: string;
  /** What a function is given so that it calls the stub and nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const Listening = v.object({ url: v.string() });

/** Starts DynamoDB, SQS and a receiver of webhooks; the stubbed webhooks lead to `receiver` instead where it is given. */
export async function startStub(receiver?: string): Promise<Stub> {
  const child = startChild('functions/stub-process.ts', { args: receiver === undefined ? [] : [receiver] });
  const { url } = v.parse(Listening, await child.next());
  return { url, environment: environmentAt(url), stop: child.stop };
}

const environmentAt = (url: string): Record<string, string> => ({
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_SESSION_TOKEN: 'bench',
  AWS_REGION: 'eu-central-1',
  AWS_ENDPOINT_URL_DYNAMODB: url,
  AWS_ENDPOINT_URL_SQS: url,
  ...Object.fromEntries(Object.keys(functionEnvironment).map((name) => [name, settingOf(name, url)])),
});

function settingOf(name: string, url: string): string {
  if (name.endsWith('_TABLE')) return name.slice(0, -'_TABLE'.length).toLowerCase();
  if (name.endsWith('_QUEUE_URL')) return `${url}/queue`;
  return { DELIVERY_LANE: 'fast', DELIVERY_SETTINGS: '{"allowHttp":true,"allowedRanges":["loopback"]}' }[name] ?? '';
}
