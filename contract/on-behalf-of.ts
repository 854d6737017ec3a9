/** The header by which a back end says for which user it calls (docs/spec/access.md#on-behalf-of-a-user). */
import * as v from 'valibot';
import { UserId } from './ids.ts';

export const ON_BEHALF_OF = 'on-behalf-of';

const ENCODED_USER_ID =
  'must be the id of one user, percent-encoded as in a URL: 1 to 128 bytes of UTF-8 without control characters';

/**
 * The header of a request, as the user's id. A comma must be encoded, since API Gateway joins headers that occur twice with one
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html).
 */
export const OnBehalfOf = v.object({
  [ON_BEHALF_OF]: v.pipe(
    v.string(ENCODED_USER_ID),
    v.regex(/^[\x21-\x2b\x2d-\x7e]+$/, ENCODED_USER_ID),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = v.safeParse(UserId, decoded(dataset.value));
      if (parsed.success) return parsed.output;
      addIssue({ message: ENCODED_USER_ID });
      return NEVER;
    }),
  ),
});

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
