/**
 * Lambda's Invoke, for clients of its API with the endpoint `<URL of the local cloud>/_local/lambda`. It calls a function by
 * its name and waits for the result
 * (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html).
 */
import { type GatewayResponse, jsonResponse } from '../gateway/response.ts';
import type { Functions } from './functions.ts';
import type { InvocationOutcome } from './outcome.ts';

/** The response to a request with this path, in AWS's form. */
export async function invokeFunction(
  { pools }: Pick<Functions, 'pools'>,
  path: string,
  body: () => Promise<Buffer | 'too large'>,
): Promise<GatewayResponse> {
  const [, wanted] = /^\/_local\/lambda\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(path) ?? [];
  const pool = pools.find(({ definition }) => definition.name === wanted);
  if (pool === undefined) return failure(404, 'ResourceNotFoundException', `There is no function at ${path}.`);
  const event = await body();
  if (event === 'too large') return failure(413, 'RequestTooLargeException', 'The event is too large.');
  return responseOf(await pool.invoke(event.toString() || '{}'));
}

function responseOf(outcome: InvocationOutcome): GatewayResponse {
  switch (outcome.kind) {
    case 'returned':
      return { ...jsonResponse(200, {}), body: Buffer.from(outcome.payload) };
    case 'throttled':
      return failure(429, 'TooManyRequestsException', outcome.error.errorMessage);
    case 'failed':
    case 'timeout': {
      const { status, headers, body } = jsonResponse(200, outcome.error);
      return { status, headers: { ...headers, 'x-amz-function-error': 'Unhandled' }, body };
    }
  }
}

function failure(status: number, name: string, Message: string): GatewayResponse {
  const { headers, body } = jsonResponse(status, { Type: 'User', Message });
  return { status, headers: { ...headers, 'x-amzn-errortype': name }, body };
}
