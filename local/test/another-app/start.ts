import { runLocalCloud } from '../../main.ts';

await runLocalCloud({
  usage: 'node local/test/another-app/start.ts',
  description: 'Hosts the notes.',
  compileCache: 'build/compile-cache',
  load: async () => ({
    folder: import.meta.dirname,
    script: 'app.ts',
    welcome: async ({ url }) => [`curl ${url}/notes/1`],
  }),
});
