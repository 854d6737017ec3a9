/** Shows a delivery class: how an attempt ended, or why a delivery was not attempted. */
import Box from '@cloudscape-design/components/box';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { DeliveryStanding } from '../../../client/index.ts';
import { classTexts, classTitle } from './class-texts.ts';

interface ClassProps {
  readonly deliveryClass: DeliveryStanding;
  /** The HTTP status of the response, if there was one. */
  readonly statusCode?: number | undefined;
}

const indicators: Partial<Record<DeliveryStanding, StatusIndicatorProps.Type>> = {
  delivered: 'success',
  not_sent: 'pending',
  receiver_down: 'pending',
  window_full: 'pending',
  webhook_disabled: 'stopped',
  event_expired: 'stopped',
};

/** The title of a class, with an icon. */
export const ClassLabel = ({ deliveryClass, statusCode }: ClassProps) => (
  <StatusIndicator type={indicators[deliveryClass] ?? 'error'}>{classTitle(deliveryClass, statusCode)}</StatusIndicator>
);

/** What a class means, and what to do about it. */
export function ClassExplanation({ deliveryClass }: Pick<ClassProps, 'deliveryClass'>) {
  const { explanation, advice } = classTexts(deliveryClass);
  return (
    <Box variant="span">
      {explanation}
      {advice !== undefined && ` ${advice}`}
    </Box>
  );
}
