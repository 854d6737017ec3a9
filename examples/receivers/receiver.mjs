// A webhook receiver for Node, without a framework. Start it with the webhook's secret:
//
//   WEBHOOK_SECRET=whsec_… PORT=9000 node receiver.mjs
//
// What is signed are the bytes of the body, so they are checked before anything parses them. In Express, a body parser
// that runs first (app.use(express.json())) leaves only the parsed object, and JSON.stringify(request.body) has other
// bytes than those that were signed. Read this route's bytes instead, above any other parser:
//
//   app.post('/hook', express.raw({ type: 'application/json', limit: '1mb' }), (request, response) => {
//     if (!isSigned(request.body, request.get('x-service-signature'))) return response.sendStatus(401);
//
// Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, …). Next.js: await request.arrayBuffer().
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

// While the secret is being rotated: both, separated by a space.
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(' ').filter(Boolean);
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.');

const MAX_BYTES = 1024 * 1024;

const isSigned = (body, signature = '') =>
  secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  try {
    if (request.method !== 'POST') return answer(405);
    const chunks = [];
    let bytes = 0;
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return answer(413);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    if (!isSigned(body, request.headers['x-service-signature'])) return answer(401);

    // There are 1.5 seconds to answer: do that first, and the work afterwards.
    answer(200);
    handle(JSON.parse(body), request.headers['webhook-id']);
  } catch (error) {
    console.error(error);
    response.destroy();
  }
});

// The same event may come more than once; its id is the same each time.
function handle({ event }, id) {
  console.log(`received ${event} ${id}`);
}

server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
