/** The three checks of a receiver, and their headers. */
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { Fragment } from 'react';

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

export const WhatToVerify = () => (
  <Container
    header={
      <Header
        variant="h2"
        description="Check these three, in this order. Respond with 401 if a check fails. Otherwise respond with 2xx within 1.5 seconds and do the work afterwards."
      >
        What to verify
      </Header>
    }
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
  </Container>
);
