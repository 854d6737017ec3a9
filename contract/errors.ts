/** The shape of errors, and their codes (docs/spec/requests.md#errors). */
import * as v from 'valibot';
import { integer } from './schema.ts';

/** Every kind of error, with its code in the body and its HTTP status. */
export const errorKinds = {
  badRequest: { code: 400000, status: 400 },
  payloadTooLarge: { code: 400000, status: 413 },
  unsupportedMediaType: { code: 400000, status: 415 },
  unauthorized: { code: 400100, status: 401 },
  forbidden: { code: 400300, status: 403 },
  tooManyRequests: { code: 400311, status: 429 },
  duplicate: { code: 400315, status: 409 },
  notFound: { code: 400400, status: 404 },
  loopDetected: { code: 400000, status: 508 },
  unavailable: { code: 500000, status: 503 },
  unexpected: { code: 500000, status: 500 },
} as const;

export type ErrorKind = keyof typeof errorKinds;

export const ErrorBody = v.object({
  status: v.literal('error'),
  code: integer(),
  message: v.string(),
  data: v.optional(v.object({ detail: v.array(v.string()) })),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
