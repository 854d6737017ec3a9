/** The headers of a delivery, what each is for, and its value if known. Custom values are hidden at first. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeliveryDetail } from '../../../client/index.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { AppLink } from '../../shared/app-link.tsx';
import type { RequestToCheck } from '../../shared/request-to-check.ts';
import { Breakable } from '../../shared/text-view.tsx';
import { HIDDEN_VALUE } from '../../shared/texts.ts';
import { type RequestHeader, requestHeaders } from './header-descriptions.ts';

interface RequestHeadersProps {
  readonly delivery: DeliveryDetail;
  readonly webhook: Webhook | undefined;
}

const columnsOf = (isShown: boolean): TableProps.ColumnDefinition<RequestHeader>[] => [
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
    minWidth: 140,
  },
];

export function RequestHeaders({ delivery, webhook }: RequestHeadersProps) {
  const [isShown, setIsShown] = useState(false);
  const headers = requestHeaders(delivery, webhook);
  const checkSignature = useCheckSignature(delivery);
  return (
    <Table
      items={headers}
      columnDefinitions={columnsOf(isShown)}
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
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              {headers.some(({ isCustom }) => isCustom) && (
                <Button onClick={() => setIsShown(!isShown)}>{isShown ? 'Hide values' : 'Show values'}</Button>
              )}
              {checkSignature && <Button onClick={checkSignature}>Check a signature</Button>}
            </SpaceBetween>
          }
        >
          Request headers
        </Header>
      }
      wrapLines
    />
  );
}

/** Opens the form that checks signatures, filled in with the delivery's ID and body; undefined without a body. */
function useCheckSignature({ deliveryId, payload }: DeliveryDetail): (() => void) | undefined {
  const navigate = useNavigate();
  if (payload === undefined) return undefined;
  const state: RequestToCheck = { deliveryId, body: payload };
  return () => void navigate('/verification', { state });
}
