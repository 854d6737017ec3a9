/**
 * The access log of the HTTP API: one line for each request, in the template's format
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html).
 */
import type { RequestLogEntry } from './server.ts';

/** What the API knows of a request that it handled. Absent values are those that did not come about. Times are in milliseconds. */
export interface RequestTrace {
  readonly requestId: string;
  /** `-` for a request without a route. */
  readonly routeKey: string;
  readonly authorizerError?: string | undefined;
  readonly integration?:
    | { readonly requestId: string; readonly milliseconds: number; readonly error: string | undefined }
    | undefined;
}

type Variable = (entry: RequestLogEntry, trace: RequestTrace) => string | number | undefined;

const variables: Readonly<Record<string, Variable>> = {
  '$context.requestId': (_, { requestId }) => requestId,
  '$context.integration.requestId': (_, { integration }) => integration?.requestId,
  '$context.requestTimeEpoch': ({ milliseconds }) => Math.round(Date.now() - milliseconds),
  '$context.identity.sourceIp': ({ request }) => request.sourceIp,
  '$context.authorizer.networkId': ({ caller }) => memberOf(caller, 'networkId'),
  '$context.authorizer.role': ({ caller }) => memberOf(caller, 'role'),
  '$context.routeKey': (_, { routeKey }) => routeKey,
  '$context.httpMethod': ({ request }) => request.method,
  '$context.path': ({ request }) => request.path,
  '$context.status': ({ status }) => status,
  '$context.responseLength': ({ bytes }) => bytes,
  '$context.responseLatency': ({ milliseconds }) => Math.round(milliseconds),
  '$context.integration.latency': (_, { integration }) => integration && Math.round(integration.milliseconds),
  '$context.integrationErrorMessage': (_, { integration }) => integration?.error,
  '$context.authorizer.error': (_, { authorizerError }) => authorizerError,
};

const VARIABLE = /\$context(?:\.\w+)+/g;

/** Makes the lines of a format. Throws an error for a variable that the local cloud does not know. */
export function accessLogLine(format: string): (entry: RequestLogEntry, trace: RequestTrace) => string {
  const unknown = (format.match(VARIABLE) ?? []).find((name) => variables[name] === undefined);
  if (unknown !== undefined) throw new Error(`the local cloud does not know ${unknown} of access logs`);
  return (entry, trace) =>
    format.replaceAll(VARIABLE, (name) => escaped(String(variables[name]?.(entry, trace) ?? '-')));
}

/** Within a JSON string. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

function memberOf(caller: object | undefined, name: string): string | undefined {
  const value: unknown = caller === undefined ? undefined : Object.entries(caller).find(([key]) => key === name)?.[1];
  return value === undefined ? undefined : String(value);
}
