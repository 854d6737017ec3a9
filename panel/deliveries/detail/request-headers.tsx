/** The headers that the receiver gets with a delivery, what each is for, and its value if that is known. */
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DeliveryDetail } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import { type RequestHeader, requestHeaders } from './header-descriptions.ts';

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
    ariaLabels={{ tableLabel: 'Request headers' }}
    header={
      <Header
        description={
          <>
            Each attempt is signed anew. Signatures are not stored, and secrets are never shown here.{' '}
            <AppLink to="/verification">How to verify signatures</AppLink>
          </>
        }
      >
        Request headers
      </Header>
    }
    wrapLines
  />
);
