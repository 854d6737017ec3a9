/** The CDK app of Acme: a stage of Social Platform Services, and a stack of Acme that uses it. */
import { App } from 'aws-cdk-lib';
import { SocialPlatform } from 'social-platform-services';
import { CommunityStack } from './community-stack.ts';

export const app = new App();

const platform = new SocialPlatform(app, 'prod', {
  alarms: { enabled: true, notify: { email: 'on-call@example.com' } },
});
new CommunityStack(app, 'acme-community', { platform, networkId: 'acme' });
