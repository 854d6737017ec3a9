/**
 * The container's process: starts the local cloud, and serves it on all addresses of the container. The local cloud itself
 * listens on loopback, and answers to its own name and port alone, which the ports that Docker publishes are not.
 */
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';

const CLOUD = { host: '127.0.0.1', port: 3000 };
const PORT = 8080;

const cloud = spawn('sps', ['start', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'] });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => cloud.kill(signal));
cloud.once('exit', (code) => process.exit(code ?? 1));

const server = createServer((incoming, response) => {
  const { method, url: path, headers } = incoming;
  const passedOn = request(
    { ...CLOUD, method, path, headers: { ...headers, host: `${CLOUD.host}:${CLOUD.port}` } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passedOn.once('error', () => response.destroy());
  incoming.pipe(passedOn);
});
// The ready line is printed once the container is, too.
server.listen(PORT, '0.0.0.0', () => cloud.stdout.pipe(process.stdout));
