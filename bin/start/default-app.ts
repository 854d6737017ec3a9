/** The app of somebody who has none: the stage `local`. The package has its assembly, and runs it for overrides only. */
import { App } from 'aws-cdk-lib';
import { local } from '../../lib/presets.ts';
import { SocialPlatform } from '../../lib/social-platform.ts';

const app = new App();
new SocialPlatform(app, 'local', { name: 'local', ...local() });
app.synth();
