/** The package as the example imports it, with the code of functions and the sites of tests in place of what was built. */
import type { Construct } from 'constructs';
import { SocialPlatform as Platform, type SocialPlatformProps } from '../../../lib/social-platform.ts';
import { sources } from '../../stacks/synthesized.ts';

export class SocialPlatform extends Platform {
  constructor(scope: Construct, id: string, props: SocialPlatformProps) {
    super(scope, id, props, sources);
  }
}
