/** `npm start`: hosts the service on this machine, from the template that would be deployed. */
import { join } from 'node:path';
import { runLocalCloud } from '../local/main.ts';

const project = join(import.meta.dirname, '..');

await runLocalCloud({
  usage: 'npm start --',
  description: 'Hosts the service on this machine, from the template that would be deployed.',
  help: `
Environment:
  SPS_DELIVERY_SETTINGS  JSON that overrides webhook delivery settings, to see retries and probes in seconds:
                         '{"retryDelaysSeconds":[1,2,4],"probeFirstSeconds":1}'. The fields: contract/delivery-settings.ts
  SPS_EMBED_ORIGINS      origins whose pages may show the panel in a frame: 'http://localhost:8080'`,
  compileCache: join(project, 'build', 'compile-cache'),
  load: async () => (await import('./start/hosted-service.ts')).hostedService(project, process.env),
});
