/**
 * Routes of the local cloud itself, which are not part of the API:
 *
 * - `GET /_local/schedules` lists the schedules.
 * - `POST /_local/schedules/<logical id>/fire` runs one now and responds when it is done.
 * - `GET /_local/mail` lists the mails that functions have sent, the latest first (mailbox.ts), which come in below
 *   `/_local/ses/`.
 * - `GET /_local/event-buses` lists the events that functions have put on buses, the latest first (event-buses.ts), and
 *   `POST` sets how a
 *   bus responds; they come in at `/_local/events`.
 * - Below `/_local/lambda/` is Lambda's Invoke, for clients with the credentials of the local cloud.
 *
 * Requests from web pages are refused: any page that a developer visits could send them.
 */
import { isOwnClient } from '../access.ts';
import type { LocalCredentials } from '../aws-clients.ts';
import type { Functions } from '../functions/functions.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { awsFailure, type GatewayResponse, jsonResponse, ownResponse } from '../gateway/response.ts';
import type { LocalRoutes } from '../gateway/server.ts';
import { EVENTS_ENDPOINT, type EventBuses } from './event-buses.ts';
import { MAIL_ENDPOINT, type Mailbox } from './mailbox.ts';
import { fireSchedule, type Schedule } from './schedules.ts';

const LAMBDA_ENDPOINT = '/_local/lambda/';

/** The parts of the local cloud that the routes show or change. */
export interface LocalRouteParts {
  readonly schedules: readonly Schedule[];
  readonly functions: Pick<Functions, 'pools'>;
  readonly mailbox: Mailbox;
  readonly buses: EventBuses;
  readonly credentials: LocalCredentials;
}

export function localRoutes({ schedules, functions, mailbox, buses, credentials }: LocalRouteParts): LocalRoutes {
  return async (request, body) => {
    const { method, path, headers } = request;
    if (headers['origin'] !== undefined) return ownResponse(403, 'Forbidden');
    const isOfService = [LAMBDA_ENDPOINT, MAIL_ENDPOINT, EVENTS_ENDPOINT].some((prefix) => path.startsWith(prefix));
    if (isOfService && !isOwnClient(headers, credentials))
      return awsFailure(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.');
    if (method === 'POST' && path.startsWith(LAMBDA_ENDPOINT)) return await invokeFunction(functions, path, body);
    if (path.startsWith(MAIL_ENDPOINT)) return await mailbox.take(request, body);
    if (path === EVENTS_ENDPOINT) return await buses.put(request, body);
    if (path === '/_local/event-buses') {
      return method === 'POST' ? await buses.set(body) : jsonResponse(200, { events: buses.list() });
    }
    if (method === 'GET' && path === '/_local/mail') return jsonResponse(200, { mails: mailbox.list() });
    if (method === 'GET' && path === '/_local/schedules') {
      return jsonResponse(200, {
        schedules: schedules.map(({ logicalId, everyMs }) => ({ logicalId, enabled: true, everyMs })),
      });
    }
    const [, wanted] = /^\/_local\/schedules\/(\w+)\/fire$/.exec(path) ?? [];
    if (method !== 'POST' || wanted === undefined) return ownResponse(404, 'Not Found');
    const schedule = schedules.find(({ logicalId }) => logicalId === wanted);
    if (schedule === undefined) {
      const known = schedules.map(({ logicalId }) => logicalId).join(', ') || 'none';
      return ownResponse(404, `There is no schedule ${wanted}. There are: ${known}.`);
    }
    const outcome = await fireSchedule(schedule);
    return jsonResponse(outcome.kind === 'returned' ? 200 : 502, { outcomes: [outcome] });
  };
}

/**
 * Lambda's Invoke, for clients of its API with the endpoint `<URL of the local cloud>/_local/lambda`: calls a function
 * by its name, waits for the result, and responds in AWS's form
 * (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html).
 */
async function invokeFunction(
  { pools }: Pick<Functions, 'pools'>,
  path: string,
  body: () => Promise<Buffer | 'too large'>,
): Promise<GatewayResponse> {
  const [, wanted] = /^\/_local\/lambda\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(path) ?? [];
  const pool = pools.find(({ definition }) => definition.name === wanted);
  if (pool === undefined) return awsFailure(404, 'ResourceNotFoundException', `There is no function at ${path}.`);
  const event = await body();
  if (event === 'too large') return awsFailure(413, 'RequestTooLargeException', 'The event is too large.');
  return responseOf(await pool.invoke(event.toString() || '{}'));
}

function responseOf(outcome: InvocationOutcome): GatewayResponse {
  switch (outcome.kind) {
    case 'returned':
      return { ...jsonResponse(200, {}), body: Buffer.from(outcome.payload) };
    case 'throttled':
      return awsFailure(429, 'TooManyRequestsException', outcome.error.errorMessage);
    case 'failed':
    case 'timeout': {
      const { status, headers, body } = jsonResponse(200, outcome.error);
      return { status, headers: { ...headers, 'x-amz-function-error': 'Unhandled' }, body };
    }
  }
}
