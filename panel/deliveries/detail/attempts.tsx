/** Every attempt that is remembered, the latest first: how it ended, what that means, and how the answer began. */
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { Attempt, DeliveryDetail } from '../../../client/index.ts';
import { ClassExplanation, ClassName } from '../../shared/delivery-class.tsx';
import { durationText } from '../../shared/figures.ts';
import { TextView } from '../../shared/text-view.tsx';
import { Time } from '../../shared/time.tsx';
import { NextAttempt } from '../delivery-state.tsx';

/** An attempt in its row; one that ended as the later one above it did is not explained again. */
interface Row extends Attempt {
  readonly isExplained: boolean;
}

const columns: TableProps.ColumnDefinition<Row>[] = [
  { id: 'number', header: 'Attempt', cell: ({ number }) => number, isRowHeader: true, minWidth: 80 },
  { id: 'result', header: 'Result', cell: (row) => <Result row={row} />, minWidth: 240 },
  { id: 'started', header: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, minWidth: 130 },
  { id: 'took', header: 'Took', cell: ({ milliseconds }) => durationText(milliseconds), minWidth: 80 },
  { id: 'address', header: 'Address', cell: ({ remoteAddress }) => remoteAddress ?? '–', minWidth: 120 },
];

export function Attempts({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { attempts, attemptCount, state, nextAttemptAt } = delivery;
  const forgotten = attemptCount - attempts.length;
  return (
    <Table
      items={attempts.toReversed().map(rowOf)}
      columnDefinitions={columns}
      trackBy={({ number }) => `${number}`}
      ariaLabels={{ tableLabel: 'Attempts' }}
      header={
        <Header
          counter={`(${attemptCount.toLocaleString('en')})`}
          description={
            state === 'retrying' && (
              <>
                Retrying: <NextAttempt at={nextAttemptAt} />.
              </>
            )
          }
        >
          Attempts
        </Header>
      }
      footer={forgotten > 0 && <Box textAlign="center">Of earlier attempts nothing but their number is kept.</Box>}
      empty={<Box>None was made yet.</Box>}
      cellVerticalAlign="top"
      wrapLines
    />
  );
}

const rowOf = (attempt: Attempt, index: number, latestFirst: readonly Attempt[]): Row => ({
  ...attempt,
  isExplained: attempt.class !== 'delivered' && attempt.class !== latestFirst[index - 1]?.class,
});

function Result({ row: { number, class: standing, statusCode, responseStart, isExplained } }: { readonly row: Row }) {
  return (
    <SpaceBetween size="xxs">
      <ClassName standing={standing} statusCode={statusCode} />
      {isExplained && (
        <Box color="text-body-secondary" fontSize="body-s">
          <ClassExplanation standing={standing} />
        </Box>
      )}
      {responseStart !== undefined && (
        <ExpandableSection
          variant="inline"
          headerText="Start of the answer"
          headerAriaLabel={`Start of the answer to attempt ${number}`}
        >
          <TextView text={responseStart} label={`Start of the answer to attempt ${number}`} look="short" />
        </ExpandableSection>
      )}
    </SpaceBetween>
  );
}
