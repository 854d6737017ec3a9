/** The headers of a delivery, what each is for, and its value if known. Custom values are hidden at first. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import type { DeliveryDetail } from '@social-platform-services/client';
import { useState } from 'react';
import type { Webhook } from '../../shared/api-types.ts';
import { type Columns, DataTable } from '../../shared/data-table.tsx';
import { Breakable } from '../../shared/text-view.tsx';
import { HIDDEN_VALUE } from '../../shared/texts.ts';
import { type RequestHeader, requestHeaders } from './header-descriptions.ts';

interface RequestHeadersProps {
  readonly delivery: DeliveryDetail;
  readonly webhook: Webhook | undefined;
}

const columnsOf = (isShown: boolean): Columns<RequestHeader> => [
  {
    id: 'name',
    header: 'Header',
    cell: ({ name, meaning }) => (
      <>
        <Box variant="code">{name}</Box>
        <Box color="text-body-secondary" fontSize="body-s">
          {meaning}
        </Box>
      </>
    ),
    isRowHeader: true,
    minWidth: 160,
  },
  {
    id: 'value',
    header: 'Value',
    cell: ({ value, isCustom }) => {
      if (value === undefined) return <Box color="text-status-inactive">Not shown</Box>;
      if (isCustom && !isShown) return <Box variant="code">{HIDDEN_VALUE}</Box>;
      return (
        <Box variant="code">
          <Breakable>{value === '' ? '(empty)' : value}</Breakable>
        </Box>
      );
    },
    // An ID of 36 characters is one line.
    minWidth: 300,
  },
];

export function RequestHeaders({ delivery, webhook }: RequestHeadersProps) {
  const [isShown, setIsShown] = useState(false);
  const headers = requestHeaders(delivery, webhook);
  return (
    <DataTable
      title="Request headers"
      row="Header"
      description={
        <>
          Each attempt is signed anew. Signatures are not stored, and secrets are never shown here.{' '}
          <Link href="/docs/guides/webhooks.html#verify-the-signature" external>
            How to verify them
          </Link>
        </>
      }
      actions={
        headers.some(({ isCustom }) => isCustom) && (
          <Button onClick={() => setIsShown(!isShown)}>{isShown ? 'Hide values' : 'Show values'}</Button>
        )
      }
      items={headers}
      columns={columnsOf(isShown)}
      trackBy="name"
    />
  );
}
