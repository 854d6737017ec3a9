/** The shape of errors, and their codes (docs/spec/requests.md#errors). */
import * as v from 'valibot';
import { doc, field } from './documentation.ts';
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
  unprocessable: { code: 400000, status: 422 },
  loopDetected: { code: 400000, status: 508 },
  unavailable: { code: 500000, status: 503 },
  unexpected: { code: 500000, status: 500 },
} as const;

export type ErrorKind = keyof typeof errorKinds;

export const ErrorBody = v.object({
  status: field(v.literal('error'), doc('The request has failed.')),
  code: field(integer(), doc('The code of the error.', 400_000)),
  message: field(
    v.string(),
    doc('What is wrong and what to do, for people.', 'blockUserId is missing; it must be the id of another user'),
  ),
  data: field(
    v.optional(
      v.object({
        detail: field(
          v.array(v.string()),
          doc('The problems of the request, at most 50.', [
            'limit must be an integer from 1 to 50',
            'createdAt and networkId_userId must be given together',
          ]),
        ),
      }),
    ),
    doc('What else is known about the error; absent if there is one problem only.'),
  ),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
