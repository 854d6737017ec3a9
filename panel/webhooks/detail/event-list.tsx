/** The events that a webhook subscribes to. A long list is shortened until expanded. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ALL_EVENTS, matchesNotices } from '../event-patterns.ts';

const MAX_SHOWN = 8;

export function EventList({ patterns }: { readonly patterns: readonly string[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (patterns.includes(ALL_EVENTS)) return patterns.some(matchesNotices) ? 'All events, and notices' : 'All events';
  const shown = isExpanded ? patterns : patterns.slice(0, MAX_SHOWN);
  return (
    <SpaceBetween size="xxxs">
      {shown.map((pattern) => (
        <Box key={pattern} variant="code">
          {pattern}
        </Box>
      ))}
      {patterns.length > MAX_SHOWN && (
        <Button variant="inline-link" onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `Show all ${patterns.length}`}
        </Button>
      )}
    </SpaceBetween>
  );
}
