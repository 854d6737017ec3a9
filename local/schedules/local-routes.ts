/**
 * Routes of the local cloud itself, which are not part of the API:
 *
 * - `GET /_local/schedules` lists the schedules.
 * - `POST /_local/schedules/<logical id>/fire` runs one now and responds when it is done.
 * - `GET /_local/mail` lists the mails that functions have sent, the latest first (local/mail/mailbox.ts), which come in below
 *   `/_local/ses/`.
 * - Below `/_local/lambda/` is Lambda's Invoke (local/functions/invoke-route.ts).
 *
 * Requests from web pages are refused: any page that a developer visits could send them.
 */
import type { Functions } from '../functions/functions.ts';
import { invokeFunction } from '../functions/invoke-route.ts';
import { jsonResponse, ownResponse } from '../gateway/response.ts';
import type { LocalRoutes } from '../gateway/server.ts';
import { MAIL_ENDPOINT, type Mailbox } from '../mail/mailbox.ts';
import { fireSchedule, type Schedule } from './schedules.ts';

/** The parts of the local cloud that the routes show or change. */
export interface LocalRouteParts {
  readonly schedules: readonly Schedule[];
  readonly functions: Pick<Functions, 'pools'>;
  readonly mailbox: Mailbox;
}

export function localRoutes({ schedules, functions, mailbox }: LocalRouteParts): LocalRoutes {
  return async (request, body) => {
    const { method, path, headers } = request;
    if (headers['origin'] !== undefined) return ownResponse(403, 'Forbidden');
    if (method === 'POST' && path.startsWith('/_local/lambda/')) return await invokeFunction(functions, path, body);
    if (path.startsWith(`${MAIL_ENDPOINT}/`)) return await mailbox.take(request, body);
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
