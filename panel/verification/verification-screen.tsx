/** How receivers verify requests: what to verify, code to copy, and a form that checks a signature. */
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useBreadcrumbs } from '../shared/breadcrumbs.tsx';
import { ReceiverCode } from './receiver-code.tsx';
import { SignatureChecker } from './signature-checker.tsx';
import { WhatToVerify } from './what-to-verify.tsx';

export function Screen() {
  useBreadcrumbs({ text: 'Verify signatures', to: '/verification' });
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        description="Anyone who knows a receiver’s URL can post to it, so a receiver must verify each request before acting on it."
      >
        Verify signatures
      </Header>
      <WhatToVerify />
      <ReceiverCode />
      <SignatureChecker />
    </SpaceBetween>
  );
}
