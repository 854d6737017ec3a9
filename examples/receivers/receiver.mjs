// A webhook receiver for Node, without a framework. Start it with the webhook's secret:
//
//   WEBHOOK_SECRET=whsec_… PORT=9000 node receiver.mjs
//
// The signature is over the bytes of the body, so verify them before you parse them. In Express, a body parser that runs
// first (app.use(express.json())) leaves only the parsed object, and JSON.stringify(request.body) has other bytes than
// those that were signed. Read the bytes instead, in a route above any other parser:
//
//   app.post('/hook', express.raw({ type: 'application/json', limit: '1mb' }), (request, response) => {
//     if (!isSigned(request.body, request.headers)) return response.sendStatus(401);
//
// Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, …). Next.js: await request.arrayBuffer().
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_BYTES = 1024 * 1024;
const TOLERANCE_SECONDS = 300;

// During a rotation: both secrets, with white space between them. Anybody could sign with an empty key, so none is let in.
const keys = (process.env.WEBHOOK_SECRET?.match(/[^ \t\r\n]+/g) ?? ['']).map((secret) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  if (`whsec_${key.toString('base64')}` !== secret || key.length < 24 || key.length > 64) {
    throw new Error('Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes.');
  }
  return key;
});

// The signature also covers the time, so that a request can't be sent again later, and the id, which identifies repetitions.
function isSigned(body, headers) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!id || !/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - time) > TOLERANCE_SECONDS) return false;
  // Node joins a header that came twice with a comma. The service sends each once.
  if (signatures.includes(', ')) return false;
  return keys.some((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
    const expected = Buffer.from(`v1,${digest}`);
    return signatures.split(' ').some((signature) => {
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}

// Returns undefined for what is no event.
function parsed(body) {
  try {
    const event = JSON.parse(body);
    return typeof event.event === 'string' && event.data instanceof Object ? event : undefined;
  } catch {
    return undefined;
  }
}

const server = createServer(async (request, response) => {
  const respond = (status, headers) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');
  try {
    if (request.method !== 'POST') return respond(405, { allow: 'POST' });
    const chunks = [];
    let bytes = 0;
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return respond(413);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    if (!isSigned(body, request.headers)) return respond(401);
    const event = parsed(body);
    if (event === undefined) return respond(400);

    // The response must be sent within 1.5 seconds, so send it before you handle the event.
    respond(200);
    handle(event, request.headers['webhook-id']);
  } catch (error) {
    console.error(error);
    response.destroy();
  }
});

// Optional: what an event is about, by the path of a member of its data. With KEY=channel.channelId, an event of a channel that is older
// than the latest one is ignored. Ids sort by the time at which their events were accepted. Keep the latest ids where you keep what the
// events change, and compare and write in one transaction.
const path = (process.env.KEY ?? '').split('.').filter(Boolean);
const keyOf = ({ data }) => (path.length === 0 ? undefined : path.reduce((value, name) => value?.[name], data));
const latest = new Map();

function isOutdated(event, id) {
  const key = keyOf(event);
  if (key === undefined) return false;
  if (id < (latest.get(key) ?? '')) return true;
  latest.set(key, id);
  return false;
}

// The same event may arrive more than once, with the same id.
function handle(event, id) {
  if (isOutdated(event, id)) return;
  console.log(`received ${event.event} ${id}`);
}

server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
