/** How an attempt ended, or where a delivery stands, as screens show it. */
import Box from '@cloudscape-design/components/box';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { DeliveryStanding } from '../../client/index.ts';
import { standingTitle, standingWords } from './standings.ts';

interface ClassProps {
  readonly standing: DeliveryStanding;
  /** Where a status line arrived. */
  readonly statusCode?: number | undefined;
}

const looks: Partial<Record<DeliveryStanding, StatusIndicatorProps.Type>> = {
  delivered: 'success',
  not_sent: 'pending',
  breaker_open: 'pending',
  webhook_disabled: 'stopped',
  event_expired: 'stopped',
};

/** Its name with a symbol, and the status that came: `503 – Error in the receiver`. */
export const ClassName = ({ standing, statusCode }: ClassProps) => (
  <StatusIndicator type={looks[standing] ?? 'error'}>{standingTitle(standing, statusCode)}</StatusIndicator>
);

/** What it says, and what to do about it. */
export function ClassExplanation({ standing }: Pick<ClassProps, 'standing'>) {
  const { sentence, advice } = standingWords(standing);
  return (
    <Box variant="span">
      {sentence}
      {advice !== undefined && ` ${advice}`}
    </Box>
  );
}
