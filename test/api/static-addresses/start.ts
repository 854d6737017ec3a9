/** Hosts the stage of app.ts. */
import { join } from 'node:path';
import { runLocalCloud } from '@social-platform-services/local';
import { ofService } from '../../../bin/start/hosted-service.ts';

await runLocalCloud({
  usage: 'node test/api/static-addresses/start.ts',
  description: 'Hosts a stage with static addresses.',
  compileCache: 'build/compile-cache',
  load: async () => ({
    folder: join(import.meta.dirname, '../../..'),
    script: 'test/api/static-addresses/app.ts',
    ...ofService,
  }),
});
