/** How long it takes: blocks, events on their way to a receiver, and the first call of a new process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateFunctionConfigurationCommand, waitUntilFunctionUpdatedV2 } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import type { AwsProofContext, ProofContext } from './proof.ts';
import { callerHeaders } from './raw-request.ts';
import { functionNameOf, measuredFunctions } from './stage-functions.ts';

/** Milliseconds of one thing, many times; or why there are none. */
export interface Measurement {
  readonly what: string;
  readonly milliseconds: readonly number[];
  readonly missing?: string;
}

const BLOCKS = 50;
const EVENTS = 20;
const COLD_STARTS = 5;
const ARRIVES_WITHIN_MS = 120_000;

/** A block, and the check after it, each as this machine sees it. */
export async function measureBlocks({ client }: ProofContext): Promise<readonly Measurement[]> {
  const user = await client('user', 'measured');
  const [blocks, checks]: [number[], number[]] = [[], []];
  for (let n = 0; n < BLOCKS; n++) {
    const blockUserId = `measured-${n}`;
    const started = performance.now();
    await user.blockUser({ body: { blockUserId } });
    const blocked = performance.now();
    await user.checkHidden({ query: { checkList: [blockUserId] } });
    blocks.push(blocked - started);
    checks.push(performance.now() - blocked);
  }
  return [
    { what: 'to block a user, as the machine of this run sees it', milliseconds: blocks },
    { what: 'to check a user, as the machine of this run sees it', milliseconds: checks },
  ];
}

const Received = v.pipe(v.string(), v.parseJson(), v.object({ receivedAt: v.number() }));

/** From the time at which an event was accepted until its receiver had it, by their own clocks. */
export async function measureDeliveries({ client, receiver }: ProofContext): Promise<Measurement> {
  const what = 'from the acceptance of an event until its receiver has it';
  const [admin, server] = [await client('admin'), await client('server')];
  const { webhookId } = await admin.createWebhook({ body: { url: receiver, events: ['prove.timed'] } });
  for (let n = 0; n < EVENTS; n++) {
    await server.ingestEvents({ body: { events: [{ event: 'prove.timed', data: { n } }] } });
    await sleep(200);
  }
  const parameters = { webhookId };
  const until = Date.now() + ARRIVES_WITHIN_MS;
  const delivered = async () =>
    (await admin.listDeliveries({ parameters, query: { limit: 100, state: 'delivered' } })).results;
  let found = await delivered();
  while (found.length < EVENTS && Date.now() < until) {
    await sleep(500);
    found = await delivered();
  }
  const milliseconds: number[] = [];
  for (const { createdAt, deliveryId } of found) {
    const { attempts } = await admin.showDelivery({ parameters: { webhookId, deliveryId } });
    const seen = v.safeParse(Received, attempts.at(-1)?.responseStart);
    if (seen.success) milliseconds.push(seen.output.receivedAt - Date.parse(createdAt));
  }
  await admin.deleteWebhook({ parameters });
  const lost = EVENTS - milliseconds.length;
  return { what, milliseconds, ...(lost > 0 && { missing: `${lost} of ${EVENTS} had not arrived` }) };
}

/** The first response of a new process, and of one that is there, of each kind of route. */
export async function measureColdStarts(
  context: AwsProofContext,
  serviceStack: string,
): Promise<readonly Measurement[]> {
  const { laboratory, send, token } = context;
  const { cloudFormation, lambda } = laboratory;
  const measuredRoutes = [
    { route: 'a route without a token (GET /health)', id: measuredFunctions.open, request: { path: '/health' } },
    {
      route: 'a read of a user (GET /block/members)',
      id: measuredFunctions.read,
      request: { path: '/block/members?checkList=bob', headers: callerHeaders(await token('user')) },
    },
    {
      route: 'a post of events (POST /events)',
      id: measuredFunctions.post,
      request: {
        method: 'POST',
        path: '/events',
        headers: callerHeaders(await token('server'), true),
        body: '{"events":[{"event":"prove.checked","data":{}}]}',
      },
    },
    {
      route: 'a page of an admin (GET /webhooks)',
      id: measuredFunctions.page,
      request: { path: '/webhooks', headers: callerHeaders(await token('admin')) },
    },
  ];
  const measured: Measurement[] = [];
  for (const { route, id, request } of measuredRoutes) {
    const FunctionName = await functionNameOf(cloudFormation, serviceStack, id);
    const [cold, warm]: [number[], number[]] = [[], []];
    for (let n = 0; n < COLD_STARTS; n++) {
      // A changed configuration ends all processes of the function. The first request fills the authorizer's cache.
      await send(request);
      const Description = `measured by prove: ${n}`;
      await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Description }));
      await waitUntilFunctionUpdatedV2({ client: lambda, maxWaitTime: 60 }, { FunctionName });
      cold.push((await send(request)).milliseconds);
      warm.push((await send(request)).milliseconds);
    }
    measured.push(
      { what: `${route}: first response of a new process`, milliseconds: cold },
      { what: `${route}: the response after it`, milliseconds: warm },
    );
  }
  return measured;
}

/** The value below which such a part of them is; NaN if there are none. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? Number.NaN;
