/** How receivers verify that a request came from this service: what to check, code to copy, and a place to try it. */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useTrail } from '../app/breadcrumbs.tsx';
import { Checks } from './checks.tsx';
import { ReceiverCode } from './receiver-code.tsx';
import { Verifier } from './verifier.tsx';

export function Screen() {
  useTrail({ text: 'Verify signatures', to: '/verification' });
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description="Anyone who learns a receiver’s URL can post to it. So a receiver verifies each request before it acts on it."
      >
        Verify signatures
      </Header>
      <Checks />
      <ReceiverCode />
      <Verifier />
    </SpaceBetween>
  );
}
