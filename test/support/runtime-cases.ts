/**
 * What Lambda's runtime for Node.js answers and logs, as its own client does (aws-lambda-ric). The local cloud is held
 * against it in local/test, and AWS's client by `npm run proof:runtime`.
 */
export const source = `
  class _SlowDown extends Error { name = 'SlowDown'; }
  exports.handler = async ({ how }, context) => {
    if (how === 'throws') throw new _SlowDown('wait');
    if (how === 'throws a text') throw 'no';
    if (how === 'logs') console.warn('It failed:', new TypeError('inner'));
    if (how === 'logs an error alone') console.error(new TypeError('alone'));
    return { waits: 'callbackWaitsForEmptyEventLoop' in context };
  };`;

interface RuntimeCase {
  readonly how: string;
  /** The result; or the type and the message of the error. */
  readonly answer: object;
  /** What the one line of the log has, besides its time, request id and stacks. */
  readonly line?: object;
}

export const runtimeCases: readonly RuntimeCase[] = [
  { how: 'returns', answer: { waits: false } },
  {
    how: 'throws',
    answer: { errorType: 'SlowDown', errorMessage: 'wait' },
    // Within a log line, the type is the name of the class, to which esbuild adds an underscore where it is in use.
    line: { level: 'ERROR', message: { errorType: '_SlowDown', errorMessage: 'wait', name: 'SlowDown' } },
  },
  {
    how: 'throws a text',
    answer: { errorType: 'string', errorMessage: 'no' },
    line: { level: 'ERROR', message: { errorType: 'Error', errorMessage: 'no' } },
  },
  {
    how: 'logs',
    answer: { waits: false },
    line: { level: 'WARN', message: 'It failed: TypeError: inner', errorType: 'TypeError', errorMessage: 'inner' },
  },
  {
    how: 'logs an error alone',
    answer: { waits: false },
    line: { level: 'ERROR', message: { errorType: 'TypeError', errorMessage: 'alone' } },
  },
];

/** A log line without what differs from run to run. Throws if it is no JSON object. */
export function comparable(line: string): object {
  const { timestamp: _, requestId: __, stackTrace: ___, message, ...rest } = JSON.parse(line);
  if (typeof message === 'string') return { ...rest, message: message.split('\n')[0] };
  const { stackTrace: ____, ...inner } = message;
  return { ...rest, message: inner };
}
