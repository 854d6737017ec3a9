/** Shown in place of rows, with what to do next. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { LinkButton } from '../../shared/app-link.tsx';
import { dateTimeText } from '../../shared/time-text.ts';
import { acceptedAt } from './accepted-at.ts';

interface EmptyListProps {
  /** Undefined for deliveries to all webhooks. */
  readonly webhookId: string | undefined;
  readonly isFiltered: boolean;
  /** From 1. */
  readonly page: number;
  /** The delivery at which the search stopped; undefined if it reached the end of the log. */
  readonly stoppedAt: string | undefined;
  readonly onContinue: (start: string) => void;
  readonly onClear: () => void;
}

export function EmptyList({ webhookId, isFiltered, page, stoppedAt, onContinue, onClear }: EmptyListProps) {
  const clear = isFiltered && <Button onClick={onClear}>Clear filters</Button>;
  if (stoppedAt !== undefined) {
    return (
      <Message text={`No matches back to ${dateTimeText(acceptedAt(stoppedAt))}. There may be older ones.`}>
        <Button onClick={() => onContinue(stoppedAt)}>Continue searching</Button>
        {clear}
      </Message>
    );
  }
  if (isFiltered) return <Message text="No matching deliveries">{clear}</Message>;
  if (page > 1) return <Message text="No more deliveries" />;
  return (
    <Message
      text="No deliveries yet"
      hint="Each event for a webhook is listed here for 30 days, starting after its first attempt."
    >
      {webhookId !== undefined && <LinkButton to={`/webhooks/${webhookId}`}>View webhook</LinkButton>}
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
