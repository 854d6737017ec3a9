/**
 * In place of the addon of aws-lambda-ric, which has to be compiled and only does HTTP: the three calls of the
 * runtime's API (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html). On one connection, so that they
 * arrive in their order.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const api = `http://${process.env['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime/invocation`;

/** Resolves with the next event as JSON, and the headers that describe it. */
export const next = (): Promise<{ bodyJson: string; headers: IncomingHttpHeaders }> => call('GET', 'next');

/** Sends the result of an event. */
export const done = (id: string, body: string): void => void call('POST', `${id}/response`, body);

/** Sends the error with which an event ended. */
export const error = (id: string, body: string): void => void call('POST', `${id}/error`, body);

function call(method: 'GET' | 'POST', path: string, sent?: string) {
  return new Promise<{ bodyJson: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const outgoing = request(`${api}/${path}`, { method, agent }, (response) => {
      let bodyJson = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        bodyJson += chunk;
      });
      response.on('end', () => resolve({ bodyJson, headers: response.headers }));
    });
    outgoing.on('error', reject).end(sent);
  });
}
