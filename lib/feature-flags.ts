/**
 * The CDK's feature flags (https://docs.aws.amazon.com/cdk/v2/guide/featureflags.html) that the stacks are made with:
 * those of this project's cdk.json, whatever an app has that they are added to. Templates would differ otherwise, and
 * with them names and rights.
 */
import type { Construct } from 'constructs';
import cdkJson from '../cdk.json' with { type: 'json' };

/** Flags that change no template, but what the CDK writes about it: these are the app's. */
const OF_THE_APP = [
  '@aws-cdk/core:enableAdditionalMetadataCollection',
  '@aws-cdk/core:annotationsInValidationReport',
  '@aws-cdk/core:validateAgainstDefaultRules',
];

/** Sets the flags for what is added to `scope` from now on. It must have no children yet. */
export function pinFeatureFlags({ node }: Construct): void {
  for (const [flag, value] of Object.entries(cdkJson.context)) {
    if (flag.startsWith('@aws-cdk') && !OF_THE_APP.includes(flag)) node.setContext(flag, value);
  }
}
