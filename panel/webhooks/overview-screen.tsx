/** The network at a glance: what became of its deliveries, and the way to those that failed. */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { LinkButton, useBreadcrumbs } from '../shared/app-link.tsx';
import { Statistics } from './statistics.tsx';

export function Screen() {
  useBreadcrumbs({ text: 'Overview', to: '/overview' });
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description="Deliveries to all webhooks of the network."
        actions={<LinkButton to="/deliveries?state=failed">View failed deliveries</LinkButton>}
      >
        Overview
      </Header>
      <Statistics />
    </SpaceBetween>
  );
}
