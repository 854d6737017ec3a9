/** The stored attempts, the latest first: the result, the code of its error, what it means, and the response. */

import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Attempt, DeliveryDetail } from '@social-platform-services/client';
import { isFinal } from '../../../contract/delivery-states.ts';
import { classExplanation } from '../../shared/class-explanation.ts';
import { type Columns, DataTable } from '../../shared/data-table.tsx';
import { ClassLabel, NextAttempt } from '../../shared/delivery.tsx';
import { TextView } from '../../shared/text-view.tsx';
import { durationText, numberText } from '../../shared/texts.ts';
import { Time } from '../../shared/time.tsx';

/** An attempt. It is not explained again if the attempt in the row above ended the same way. */
interface Row extends Attempt {
  readonly isExplained: boolean;
}

const columns: Columns<Row> = [
  { id: 'number', header: 'Attempt', cell: ({ number }) => number, isRowHeader: true, minWidth: 100 },
  { id: 'result', header: 'Result', cell: (row) => <Result row={row} />, minWidth: 200 },
  { id: 'started', header: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, minWidth: 130 },
  { id: 'duration', header: 'Duration', cell: ({ milliseconds }) => durationText(milliseconds), minWidth: 110 },
  { id: 'address', header: 'Address', cell: ({ remoteAddress }) => remoteAddress ?? '–', minWidth: 140 },
];

export function Attempts({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { attempts, attemptCount, state, nextAttemptAt } = delivery;
  const unlisted = attemptCount - attempts.length;
  return (
    <DataTable
      title="Attempts"
      row="Attempt"
      counter={`(${numberText(attemptCount)})`}
      description={
        !isFinal(state) &&
        nextAttemptAt !== undefined && (
          <>
            Retrying: <NextAttempt at={nextAttemptAt} />.
          </>
        )
      }
      items={attempts.toReversed().map(rowOf)}
      columns={columns}
      trackBy={({ number }) => `${number}`}
      footer={unlisted > 0 && <Box textAlign="center">Details of earlier attempts are not kept.</Box>}
      empty={<Box>No attempts yet</Box>}
      cellVerticalAlign="top"
    />
  );
}

const rowOf = (attempt: Attempt, index: number, latestFirst: readonly Attempt[]): Row => ({
  ...attempt,
  isExplained: attempt.class !== 'delivered' && attempt.class !== latestFirst[index - 1]?.class,
});

function Result({
  row: { number, class: deliveryClass, statusCode, errorCode, responseStart, responseHeaders, isExplained },
}: {
  readonly row: Row;
}) {
  return (
    <SpaceBetween size="xxs">
      <ClassLabel deliveryClass={deliveryClass} statusCode={statusCode} />
      {errorCode !== undefined && <Box fontSize="body-s">{errorCode}</Box>}
      {isExplained && (
        <Box color="text-body-secondary" fontSize="body-s">
          {classExplanation(deliveryClass)}
        </Box>
      )}
      {responseHeaders !== undefined && <Part of={number} name="Headers of the response" text={responseHeaders} />}
      {responseStart !== undefined && <Part of={number} name="Start of the response" text={responseStart} />}
    </SpaceBetween>
  );
}

interface PartProps {
  /** The number of the attempt. */
  readonly of: number;
  readonly name: string;
  readonly text: string;
}

const Part = ({ of: number, name, text }: PartProps) => (
  <ExpandableSection variant="inline" headerText={name} headerAriaLabel={`${name} to attempt ${number}`}>
    <TextView text={text} label={`${name} to attempt ${number}`} variant="short" />
  </ExpandableSection>
);
