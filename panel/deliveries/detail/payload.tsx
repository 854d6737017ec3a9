/** The body of the request: formatted for reading, or the exact text that is signed. */
import Alert from '@cloudscape-design/components/alert';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState } from 'react';
import { prettyJson } from '../../../contract/json-format.ts';
import { Section } from '../../shared/page.tsx';
import { copyResults, TextView } from '../../shared/text-view.tsx';
import { byteLength, numberText, visibleText } from '../../shared/texts.ts';

const FORMATTED = 'formatted';
const EXACT = 'exact';

export function Payload({ payload }: { readonly payload: string | undefined }) {
  return (
    <Section
      title="Payload"
      {...(payload !== undefined && {
        description: `${numberText(byteLength(payload))} bytes. The signature covers the exact text.`,
        actions: <CopyToClipboard textToCopy={payload} copyButtonText="Copy exact text" {...copyResults} />,
      })}
    >
      {payload === undefined ? (
        <Alert type="info">The event has expired, or its payload was erased. It can’t be shown or sent again.</Alert>
      ) : (
        <PayloadText text={payload} />
      )}
    </Section>
  );
}

function PayloadText({ text }: { readonly text: string }) {
  const [chosen, setChosen] = useState(FORMATTED);
  const formatted = useMemo(() => prettyJson(text), [text]);
  const hasHidden = useMemo(() => visibleText(text) !== text, [text]);
  const isExact = chosen === EXACT || formatted === undefined;
  return (
    <SpaceBetween size="s">
      <SegmentedControl
        label="Payload format"
        selectedId={isExact ? EXACT : FORMATTED}
        onChange={({ detail }) => setChosen(detail.selectedId)}
        options={[
          {
            id: FORMATTED,
            text: 'Formatted',
            disabled: formatted === undefined,
            ...(formatted === undefined && { disabledReason: 'The payload is nested too deeply to be formatted.' }),
          },
          { id: EXACT, text: 'Exact text' },
        ]}
      />
      {hasHidden && (
        <Alert type="info">
          The payload contains invisible characters or characters that change the text direction. They are shown as
          escapes such as \u202e. Copying gives the exact text.
        </Alert>
      )}
      <TextView text={isExact ? text : formatted} label="Payload" />
    </SpaceBetween>
  );
}
