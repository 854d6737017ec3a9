/** Reading an answer: at most so many bytes of it, and never trusting that it is what it should be. */
import { ApiError, ConnectionError } from './errors.ts';
import type { AnswerTo, Operation, OperationId } from './operation.ts';

/** More than any answer of the service: Lambda's own bound is 6 MB. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * The answer, if it says that all is well. Its members are taken to be what the contract says.
 *
 * Throws ApiError for an error, and ConnectionError for what no function of the service answers: a redirect, what is no
 * JSON object, more than 8 MiB.
 */
export async function readAnswer<O extends OperationId>(
  { method, path }: Operation<O>,
  response: Response,
): Promise<AnswerTo<O>> {
  const unexpected = (what: string) =>
    new ConnectionError('unexpected-answer', `${method} ${path} was answered with ${what}: is baseUrl right?`);
  if (response.status < 400 && !response.ok) throw unexpected('a redirect');
  const text = await readText(response);
  if (!response.ok) throw apiError(response, text ?? '');
  if (text === undefined) throw unexpected(`more than ${MAX_ANSWER_BYTES} bytes`);
  const answer = jsonOf(text);
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
  throw unexpected('something else than a JSON object');
}

/** The error that an answer tells of, whoever answered: a function, the gateway (`{"message":…}`), or a proxy. */
function apiError({ status, headers }: Response, text: string): ApiError {
  const { code, message, data } = membersOf(jsonOf(text));
  const { detail } = membersOf(data);
  return new ApiError(typeof message === 'string' ? message : `the answer was ${status}, and gave no reason`, {
    status,
    code: typeof code === 'number' ? code : undefined,
    detail: Array.isArray(detail) ? detail.filter((complaint) => typeof complaint === 'string') : [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  });
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The seconds that `Retry-After` asks for: a number, or the date at which they are over (RFC 9110 section 10.2.3). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The text of a body; undefined where it is longer than 8 MiB, and the rest is not waited for. */
async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  // Where bodies are no streams, as in React Native, there is nothing to bound.
  if (reader === undefined) return await response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
