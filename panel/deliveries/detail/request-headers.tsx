/** The headers that the receiver gets with a delivery, what each is for, and its value where that is known. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliveryDetail } from '../../../client/index.ts';
import { AppLink } from '../../app/app-link.tsx';
import type { Webhook } from '../../webhooks/webhook-queries.ts';
import { type RequestHeader, requestHeaders } from './headers.ts';

interface RequestHeadersProps {
  readonly delivery: DeliveryDetail;
  readonly webhook: Webhook | undefined;
}

const columns: TableProps.ColumnDefinition<RequestHeader>[] = [
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
    minWidth: 200,
  },
  {
    id: 'value',
    header: 'Value',
    cell: ({ value }) =>
      value === undefined ? (
        <Box color="text-status-inactive">Not shown</Box>
      ) : (
        <Box variant="code">{value === '' ? '(empty)' : value}</Box>
      ),
    minWidth: 140,
  },
];

export const RequestHeaders = ({ delivery, webhook }: RequestHeadersProps) => (
  <Table
    items={requestHeaders(delivery, webhook)}
    columnDefinitions={columns}
    trackBy="name"
    ariaLabels={{ tableLabel: 'Headers of the request' }}
    header={
      <Header
        description={
          <>
            Signatures are made anew for each attempt and are not kept, and secrets are never shown here.{' '}
            <AppLink to="/verification">How receivers verify them</AppLink>
          </>
        }
      >
        Headers of the request
      </Header>
    }
    wrapLines
  />
);
