/** What stands in place of rows, and what to do then. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { hrefOf, useFollow } from '../../app/app-link.tsx';
import { momentText } from '../../shared/times.ts';
import { acceptedAtOf } from './search.ts';

interface EmptyListProps {
  readonly webhookId: string;
  readonly isFiltered: boolean;
  /** From 1 on. */
  readonly page: number;
  /** Where the search was given up; undefined where it came to the end. */
  readonly givenUpAt: string | undefined;
  readonly onSearchOn: (start: string) => void;
  readonly onClear: () => void;
}

export function EmptyList({ webhookId, isFiltered, page, givenUpAt, onSearchOn, onClear }: EmptyListProps) {
  const follow = useFollow();
  const clear = isFiltered && <Button onClick={onClear}>Clear filters</Button>;
  if (givenUpAt !== undefined) {
    return (
      <Message
        text={`Nothing was found back to ${momentText(acceptedAtOf(givenUpAt))}. There may be more before that.`}
      >
        <Button onClick={() => onSearchOn(givenUpAt)}>Search on</Button>
        {clear}
      </Message>
    );
  }
  if (isFiltered) return <Message text="No delivery matches.">{clear}</Message>;
  if (page > 1) return <Message text="There are no more deliveries." />;
  return (
    <Message
      text="There are no deliveries yet."
      hint="Each event that the webhook asks for is listed here once its first attempt has ended, for 30 days. Test events are answered on the webhook’s own page and are not listed."
    >
      <Button href={hrefOf(`/webhooks/${webhookId}`)} onFollow={follow}>
        Go to the webhook
      </Button>
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
