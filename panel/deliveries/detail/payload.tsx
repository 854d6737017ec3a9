/** What the receiver gets as the body: formatted for reading, or the exact text that is signed. */
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState } from 'react';
import { prettyJson } from '../../shared/pretty-json.ts';
import { TextView } from '../../shared/text-view.tsx';
import { visibleText } from '../../shared/visible-text.ts';

const FORMATTED = 'formatted';
const EXACT = 'exact';

export function Payload({ payload }: { readonly payload: string | undefined }) {
  return (
    <Container
      header={
        <Header
          variant="h2"
          {...(payload !== undefined && {
            description: `${byteLength(payload).toLocaleString('en')} bytes. The signature holds for the exact text.`,
            actions: (
              <CopyToClipboard
                textToCopy={payload}
                copyButtonText="Copy exact text"
                copySuccessText="Copied"
                copyErrorText="Your browser did not allow copying"
              />
            ),
          })}
        >
          Payload
        </Header>
      }
    >
      {payload === undefined ? (
        <Alert type="info">
          The event was accepted more than 30 days ago and is not kept any longer: its payload can’t be shown, and it
          can’t be sent again.
        </Alert>
      ) : (
        <PayloadText text={payload} />
      )}
    </Container>
  );
}

function PayloadText({ text }: { readonly text: string }) {
  const [chosen, setChosen] = useState(FORMATTED);
  const formatted = useMemo(() => prettyJson(text), [text]);
  const hasUnseen = useMemo(() => visibleText(text) !== text, [text]);
  const isExact = chosen === EXACT || formatted === undefined;
  return (
    <SpaceBetween size="s">
      <SegmentedControl
        label="How the payload is shown"
        selectedId={isExact ? EXACT : FORMATTED}
        onChange={({ detail }) => setChosen(detail.selectedId)}
        options={[
          {
            id: FORMATTED,
            text: 'Formatted',
            disabled: formatted === undefined,
            ...(formatted === undefined && { disabledReason: 'It is nested too deeply to be formatted.' }),
          },
          { id: EXACT, text: 'Exact text' },
        ]}
      />
      {hasUnseen && (
        <Alert type="info">
          It holds characters that can’t be seen or that turn the reading direction; they are shown as escapes such as
          \u202e. Copying gives the exact text.
        </Alert>
      )}
      <TextView text={isExact ? text : formatted} label="Payload" />
    </SpaceBetween>
  );
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
