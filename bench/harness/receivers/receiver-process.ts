/** The process of bench/harness/receivers/receivers.ts: its argument is the behaviours as JSON. It ends with its parent. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { type Arrival, type Behaviour, clock } from './receivers.ts';

const Behaviours = v.array(v.union([v.number(), v.literal('never')]));
const Numbered = v.object({ data: v.object({ n: v.number() }) });

const behaviours = v.parse(Behaviours, JSON.parse(process.argv[2] ?? '[]'));
const arrivals: Arrival[][] = behaviours.map(() => []);

process.on('disconnect', () => process.exit());
process.on('message', () => {
  process.send?.({ arrivals: arrivals.map((ofReceiver) => ofReceiver.splice(0)) });
});
const urls = await Promise.all(behaviours.map((behaviour, index) => listen(behaviour, arrivals[index] ?? [])));
process.send?.({ urls });

async function listen(behaviour: Behaviour, arrived: Arrival[]): Promise<string> {
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      arrived.push([v.parse(Numbered, JSON.parse(text)).data.n, clock()]);
      if (behaviour === 'never') return;
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), behaviour);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return `http://127.0.0.1:${address.port}/hook`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
