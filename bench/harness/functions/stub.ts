/** AWS as a stub in a process of its own: its responses are always the same, so that the time is spent on our side only. */
import * as v from 'valibot';
import { functionEnvironment } from '../../../contract/function-environment.ts';
import { stages } from '../../../lib/config.ts';
import { startChild } from '../child.ts';
import { loopbackSettings } from '../loopback.ts';

export interface Stub {
  /** With these variables a function calls the stub and nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const Listening = v.object({ url: v.string() });

/** Starts DynamoDB, SQS and a receiver of webhooks. With `receiver`, a URL, the stubbed webhooks lead there instead. */
export async function startStub(receiver?: string): Promise<Stub> {
  const { ready, stop } = await startChild('functions/stub-process.ts', { input: receiver });
  return { environment: environmentAt(v.parse(Listening, ready).url), stop };
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
  const others: Readonly<Record<string, string>> = {
    DELIVERY_LANE: 'fast',
    DELIVERY_SETTINGS: JSON.stringify(loopbackSettings),
    MAX_TOKEN_DAYS: '30',
    QUOTAS: JSON.stringify(stages.prod.quotas.network),
  };
  return others[name] ?? '';
}
