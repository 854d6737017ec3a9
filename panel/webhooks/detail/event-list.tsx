/** The events that a webhook asks for; many of them are shown when asked for. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

const SHOWN = 8;

export function EventList({ patterns }: { readonly patterns: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (patterns.includes('*')) return 'All events';
  const shown = isWhole ? patterns : patterns.slice(0, SHOWN);
  return (
    <SpaceBetween size="xxxs">
      {shown.map((pattern) => (
        <Box key={pattern} variant="code">
          {pattern}
        </Box>
      ))}
      {patterns.length > SHOWN && (
        <Button variant="inline-link" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${patterns.length}`}
        </Button>
      )}
    </SpaceBetween>
  );
}
