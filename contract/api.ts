/** The routes that anyone may call: health and the OpenAPI document. */
import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';

export const getHealth = defineRoute(
  {
    operationId: 'getHealth',
    method: 'GET',
    path: '/health',
    servesHead: true,
    role: 'anyone',
    quota: 'none',
    response: { status: 200, body: v.object({ status: field(v.literal('ok'), doc('The API accepts requests.')) }) },
  },
  routeDoc(() => ({
    group: 'Service',
    summary: 'Health',
    description:
      'Responds with 200 as long as the API accepts requests. A monitor can also send HEAD to get the same response without a body.',
    response: 'The API accepts requests.',
    example: { response: { status: 'ok' } },
  })),
);

export const getOpenApi = defineRoute(
  {
    operationId: 'getOpenApi',
    method: 'GET',
    path: '/openapi.json',
    role: 'anyone',
    quota: 'none',
    response: {
      status: 200,
      body: v.looseObject({ openapi: field(v.string(), doc('The version of the OpenAPI specification.', '3.1.0')) }),
    },
  },
  routeDoc(() => ({
    group: 'Service',
    summary: 'This document',
    description: 'The OpenAPI 3.1 document of this API.',
    response: 'An OpenAPI 3.1 document.',
    example: { response: { openapi: '3.1.0' } },
  })),
);

/** Those of this file. */
export const serviceRoutes = { getHealth, getOpenApi };
