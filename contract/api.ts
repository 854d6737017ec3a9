/** The routes that anyone may call: health and the OpenAPI document. */
import * as v from 'valibot';
import { defineRoute } from './route.ts';

export const getHealth = defineRoute({
  operationId: 'getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Health',
  description: 'Responds while the API accepts requests. Monitors may ask with HEAD, and get no body.',
  servesHead: true,
  role: 'anyone',
  quota: 'none',
  response: { status: 200, description: 'The API accepts requests.', body: v.object({ status: v.literal('ok') }) },
});

export const getOpenApi = defineRoute({
  operationId: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  description: 'The OpenAPI 3.1 document of this API.',
  role: 'anyone',
  quota: 'none',
  response: { status: 200, description: 'An OpenAPI 3.1 document.', body: v.looseObject({ openapi: v.string() }) },
});
