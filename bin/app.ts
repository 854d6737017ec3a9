/**
 * The CDK app. `-c env=<stage>` on the command line of `cdk` selects the stage.
 *
 * The context of cdk.json and the metadata that `sam local` reads are set here too, so that `node bin/app.ts` alone, as
 * `npm start` runs it, synthesizes the same templates as `cdk deploy`.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { typedName } from '@social-platform-services/ctl/about';
import { buildDocs, docsFolder } from '@social-platform-services/docs/build';
import { buildPanel, panelFolder } from '@social-platform-services/panel/build';
import cdkJson from '../cdk.json' with { type: 'json' };
import { builtOnRequest } from '../lib/built-on-request.ts';
import { stageConfig } from '../lib/config.ts';
import { bundleFolder, bundleFunctions } from '../lib/functions/bundle.ts';
import { type Handler, handlers } from '../lib/functions/handlers.ts';
import { withDeliverySettings, withEmbedOrigins, withUrgency } from '../lib/overrides.ts';

// The CDK is slow to load: its compiled code is cached, and esbuild bundles while it loads.
enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
const [{ App }, { Code }, { SocialPlatform }] = await Promise.all([
  import('aws-cdk-lib'),
  import('aws-cdk-lib/aws-lambda'),
  import('../lib/social-platform.ts'),
  bundleFunctions(handlers),
]);

const app = new App({
  context: { ...cdkJson.context, 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true },
});
const context = (name: string): unknown => app.node.tryGetContext(name);
const stage = withDeliverySettings(stageConfig(context('env')), context('deliverySettings'));
const config = withUrgency(withEmbedOrigins(stage, context('embedOrigins')), context('urgent'));
const siteFolders =
  config.name === 'local'
    ? {
        panel: builtOnRequest({ script: 'panel/build.ts', output: 'build/panel' }),
        docs: builtOnRequest({ script: 'docs/.vitepress/build.ts', output: 'build/docs', isSlow: true }),
      }
    : { panel: panelFolder, docs: docsFolder };
if (config.name !== 'local') await Promise.all([buildPanel(), buildDocs()]);
const code = (handler: Handler) => Code.fromAsset(bundleFolder(handler));
new SocialPlatform(app, config.name, config, { code, siteFolders, operatorCommand: typedName });
// Only what gets deployed has to pass the checks. The local cloud turns them off because cdk-nag is slow to load.
if (process.env['CDK_VALIDATION'] !== 'false') (await import('../lib/app-checks.ts')).addChecks(app);
app.synth();
