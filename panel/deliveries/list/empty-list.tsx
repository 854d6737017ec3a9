/** Shown in place of deliveries where there are none: why, and what to do next. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { acceptedAt } from '@social-platform-services/client/internal';
import { useStageSettings } from '../../shared/stage-settings.ts';
import { counted } from '../../shared/texts.ts';
import { dateTimeText } from '../../shared/time-texts.ts';

interface EmptyListProps {
  /** Undefined for deliveries to all webhooks. */
  readonly webhookId: string | undefined;
  readonly isFiltered: boolean;
  /** The delivery at which the search stopped; undefined if it reached the end of the log. */
  readonly stoppedAt: string | undefined;
  readonly onContinue: () => void;
  readonly onClear: () => void;
}

export function EmptyList({ webhookId, isFiltered, stoppedAt, onContinue, onClear }: EmptyListProps) {
  const { deliveryDays } = useStageSettings().retention;
  const clear = isFiltered && <Button onClick={onClear}>Clear filters</Button>;
  if (stoppedAt !== undefined) {
    return (
      <Message text={`No delivery matches back to ${dateTimeText(acceptedAt(stoppedAt))}. Older deliveries may match.`}>
        <Button onClick={onContinue}>Continue searching</Button>
        {clear}
      </Message>
    );
  }
  if (isFiltered) return <Message text="No matching deliveries">{clear}</Message>;
  return (
    <Message
      text="No deliveries yet"
      hint={`Each event for a webhook is listed here for ${counted(deliveryDays, 'day', 'days')}, starting after its first attempt.`}
    >
      {webhookId !== undefined && <Button href={`#/webhooks/${webhookId}`}>View webhook</Button>}
    </Message>
  );
}

interface MessageProps {
  readonly text: string;
  readonly hint?: string;
  readonly children?: React.ReactNode;
}

const Message = ({ text, hint, children }: MessageProps) => (
  <Box textAlign="center" padding={{ vertical: 's' }}>
    <SpaceBetween size="s" alignItems="center">
      <Box variant="strong">{text}</Box>
      {hint !== undefined && <Box color="text-body-secondary">{hint}</Box>}
      <SpaceBetween direction="horizontal" size="xs">
        {children}
      </SpaceBetween>
    </SpaceBetween>
  </Box>
);
