/** The network at a glance: what became of its deliveries, and the way to those that failed. */
import { LinkButton } from '../shared/app-link.tsx';
import { Page } from '../shared/page.tsx';
import { Statistics } from './statistics.tsx';

export const Screen = () => (
  <Page
    title="Overview"
    description="Deliveries to all webhooks of the network."
    actions={<LinkButton to="/deliveries?state=failed">View failed deliveries</LinkButton>}
  >
    <Statistics />
  </Page>
);
