/** Runs a bundle in its own process with AWS's client of the runtime, as a Lambda execution environment does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../../support/receivers/listening.ts';

/** How a process has answered its events. */
export interface Served {
  /** In the order of the events: whether the handler has returned, and its result or error. */
  readonly answers: readonly { readonly returned: boolean; readonly value: unknown }[];
  /** What it has written, line by line. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

interface Bundle {
  /** The folder with its `index.cjs`. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Serves the events in turn to a new process of `client`. Rejects if it ends before the last one is answered. */
export async function serve(client: string, bundle: Bundle, events: readonly object[]): Promise<Served> {
  const answers: Served['answers'][number][] = [];
  const answered = Promise.withResolvers<void>();
  let served = 0;
  const server = createServer((request, response) => {
    const [, id = '', what] = /\/invocation\/([^/]+)\/?(\w*)$/.exec(request.url ?? '') ?? [];
    if (id === 'next') {
      const event = events[served];
      served += 1;
      // As in Lambda, the one after the last has to be waited for.
      if (event !== undefined) response.writeHead(200, headersOf(served)).end(JSON.stringify(event));
      return;
    }
    void text(request).then((body) => {
      answers[Number(id) - 1] = { returned: what === 'response', value: JSON.parse(body) };
      response.writeHead(202).end();
      if (what === '') answered.reject(new Error(`It could not begin: ${body}`));
      if (answers.length === events.length) answered.resolve();
    });
  });
  const { url, stop } = await listening(server, 'http');
  const env = { ...lambdaVariables(bundle.folder), ...bundle.environment, AWS_LAMBDA_RUNTIME_API: new URL(url).host };
  const child = spawn(process.execPath, [client], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  try {
    await Promise.race([answered.promise, ended]);
  } finally {
    child.kill('SIGKILL');
    await stop();
  }
  const [stdout, stderr] = await written;
  if (answers.length < events.length) throw new Error(`It ended after ${answers.length} events: ${stderr}${stdout}`);
  return { answers, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
}

const headersOf = (id: number) => ({
  'content-type': 'application/json',
  'lambda-runtime-aws-request-id': `${id}`,
  'lambda-runtime-deadline-ms': `${Date.now() + 30_000}`,
  'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:000000000000:function:proof',
});

/** What Lambda sets (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). */
const lambdaVariables = (folder: string) => ({
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  AWS_LAMBDA_FUNCTION_NAME: 'proof',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/proof',
  AWS_LAMBDA_LOG_STREAM_NAME: 'proof',
  LAMBDA_TASK_ROOT: folder,
  _HANDLER: 'index.handler',
});
