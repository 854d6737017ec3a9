/** The three things to verify, and the headers that they are about. */
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { Fragment } from 'react';

const checks = [
  {
    title: '1. The signature is ours',
    headers: ['x-service-signature'],
    text: 'It is the Base64 of HMAC-SHA256 over the bytes of the body, with the webhook’s whole secret as the key. Take the bytes as they came, before anything parses them, and compare without stopping at the first difference.',
  },
  {
    title: '2. The request is recent',
    headers: ['webhook-timestamp', 'webhook-signature'],
    text: 'webhook-signature holds for the id, the time and the body together. Refuse a request that was signed more than five minutes ago: somebody may have kept a copy. Any Standard Webhooks library does this.',
  },
  {
    title: '3. It was not handled before',
    headers: ['webhook-id'],
    text: 'An event may arrive more than once, and attempts and replays have the same id. Remember the ids that were handled, answer 200 to a repetition, and do nothing else.',
  },
] as const;

export const Checks = () => (
  <Container
    header={
      <Header
        variant="h2"
        description="Three things, in this order. Then answer 2xx within 1.5 seconds, and do the work afterwards. A request that fails a check is answered 401."
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
