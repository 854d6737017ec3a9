/** A webhook's custom headers. Their values may be API keys, so they are hidden at first. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Breakable } from '../../shared/breakable.tsx';
import { HIDDEN_VALUE } from '../../shared/hidden-value.ts';

export function CustomHeaders({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const [isShown, setIsShown] = useState(false);
  const entries = Object.entries(headers);
  if (entries.length === 0) return 'None';
  return (
    <SpaceBetween size="xxs">
      {entries.map(([name, value]) => (
        <Box key={name} variant="code">
          <Breakable>
            {name}: {isShown ? value : HIDDEN_VALUE}
          </Breakable>
        </Box>
      ))}
      <Button variant="inline-link" onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide values' : 'Show values'}
      </Button>
    </SpaceBetween>
  );
}
