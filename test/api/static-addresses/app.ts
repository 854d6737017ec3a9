/** The stage `local` with static addresses, and without a panel. */
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import cdkJson from '../../../cdk.json' with { type: 'json' };
import { stages } from '../../../lib/config.ts';
import { bundleFolder, bundleFunctions } from '../../../lib/functions/bundle.ts';
import { type Handler, handlers } from '../../../lib/functions/handlers.ts';
import { SocialPlatform } from '../../../lib/social-platform.ts';

await bundleFunctions(handlers);
const app = new App({
  context: { ...cdkJson.context, 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true },
});
const { noticeMail: _, ...local } = stages.local;
const config = {
  ...local,
  delivery: { ...local.delivery, staticAddresses: true },
  panel: { enabled: false, optOutReason: 'a test' },
} as const;
const sources = {
  code: (handler: Handler) => Code.fromAsset(bundleFolder(handler)),
  siteFolders: { panel: '', docs: '' },
};
new SocialPlatform(app, 'local', config, sources);
app.synth();
