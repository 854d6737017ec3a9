/** How receivers verify requests: what to verify, code to copy, and a form that checks a signature. */
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { Fragment } from 'react';
import go from '../../examples/receivers/receiver.go' with { type: 'text' };
import node from '../../examples/receivers/receiver.mjs' with { type: 'text' };
import php from '../../examples/receivers/receiver.php' with { type: 'text' };
import python from '../../examples/receivers/receiver.py' with { type: 'text' };
import ruby from '../../examples/receivers/receiver.ru' with { type: 'text' };
import { useBreadcrumbs } from '../shared/app-link.tsx';
import { Section } from '../shared/section.tsx';
import { CodeView } from '../shared/text-view.tsx';
import { SignatureChecker } from './signature-checker.tsx';

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

const checks = [
  {
    title: '1. The signature is valid',
    headers: ['x-service-signature'],
    text: 'The header is the Base64 of HMAC-SHA256 over the bytes of the body, with the webhook’s whole secret as the key. Use the bytes as received, before anything parses them, and compare in constant time.',
  },
  {
    title: '2. The request is recent',
    headers: ['webhook-timestamp', 'webhook-signature'],
    text: 'webhook-signature covers the ID, the time and the body. Refuse a request that was signed more than five minutes ago: it may be a copy that somebody sends again. Any Standard Webhooks library does this.',
  },
  {
    title: '3. The request is not a duplicate',
    headers: ['webhook-id'],
    text: 'An event may arrive more than once. Attempts and replays of a delivery have the same ID: store the IDs of handled requests, respond to a duplicate with 200, and do nothing else.',
  },
] as const;

/** The three checks of a receiver, and their headers. */
const WhatToVerify = () => (
  <Section
    title="What to verify"
    description="Check these three, in this order. Respond with 401 if a check fails. Otherwise respond with 2xx within 1.5 seconds and do the work afterwards."
  >
    <ColumnLayout columns={3} variant="text-grid">
      {checks.map(({ title, headers, text }) => (
        <div key={title}>
          <Box variant="h3">{title}</Box>
          <Box color="text-body-secondary">
            {headers.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && ', '}
                <Box variant="code">{name}</Box>
              </Fragment>
            ))}
          </Box>
          <Box variant="p">{text}</Box>
        </div>
      ))}
    </ColumnLayout>
  </Section>
);

/** The source code of example receivers, by language. */
const ReceiverCode = () => (
  <Section
    title="Receiver code"
    description="Each example is a complete receiver in one file that needs nothing but the language itself."
  >
    <Tabs
      ariaLabel="Language"
      tabs={receiverSources.map(({ id, language, file, code }) => ({
        id,
        label: language,
        content: <CodeView text={code} label={`Receiver in ${language}`} variant="code" copyText={`Copy ${file}`} />,
      }))}
    />
  </Section>
);

/** The source code of the example receivers: the files in `examples/`, which the project's tests run. */
const receiverSources = [
  { id: 'node', language: 'Node', file: 'receiver.mjs', code: node },
  { id: 'python', language: 'Python', file: 'receiver.py', code: python },
  { id: 'go', language: 'Go', file: 'receiver.go', code: go },
  { id: 'php', language: 'PHP', file: 'receiver.php', code: php },
  { id: 'ruby', language: 'Ruby', file: 'receiver.ru', code: ruby },
] as const;
