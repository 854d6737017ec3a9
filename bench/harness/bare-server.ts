/**
 * The least that a local cloud could do: a server that asks a worker thread for each response, and makes the call of
 * `checkHidden` itself.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { checkHidden } from './functions/references.ts';
import { childInput, serveParent } from './processes.ts';

/** Whose blocks it reads. */
const Input = v.object({ networkId: v.string(), userId: v.string() });

if (isMainThread) await serve(v.parse(Input, childInput()));
else parentPort?.on('message', (question) => parentPort?.postMessage(question));

async function serve(lambda: v.InferOutput<typeof Input>): Promise<void> {
  const worker = new Worker(import.meta.filename);
  const waiting: ((answer: string) => void)[] = [];
  worker.on('message', (answer: string) => waiting.shift()?.(answer));
  const ask = (question: string): Promise<string> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      worker.postMessage(question);
    });
  const bodyOf = async (url: string): Promise<string> => {
    if (url === '/health') return await ask(JSON.stringify({ status: 'ok' }));
    const rawQueryString = url.slice(url.indexOf('?') + 1);
    return (await checkHidden({ rawQueryString, requestContext: { authorizer: { lambda } } })).body;
  };
  const server = createServer(async ({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json').end(await bodyOf(url));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  serveParent({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
}
