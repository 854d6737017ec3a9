/** A form that checks the signature of a pasted request. All stays in the browser, until the screen is left. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import LiveRegion from '@cloudscape-design/components/live-region';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type RequestToCheck, requestToCheck } from '../shared/request-to-check.ts';
import { Section } from '../shared/section.tsx';
import { RelativeTime, Time } from '../shared/time.tsx';
import { type CheckResult, checkSignature, type Field, headerNames, type PastedRequest } from './check-signature.ts';

const EMPTY: PastedRequest = { scheme: 'service', secret: '', body: '', headers: {} };

/** The receiver's log has the other two headers. */
const filledIn = ({ deliveryId, body }: RequestToCheck): PastedRequest => ({
  ...EMPTY,
  scheme: 'standard',
  body,
  headers: { 'webhook-id': deliveryId },
});

const formats = {
  'x-service-signature': 'Base64, 44 characters',
  'webhook-id': 'For example 01JABCDEF0123456789ABCDEFG',
  'webhook-timestamp': 'Seconds since 1970',
  'webhook-signature': 'v1, followed by Base64; several are separated by spaces',
} as const;

export function SignatureChecker() {
  const { state } = useLocation();
  const [given] = useState(() => requestToCheck(state));
  const [pasted, setPasted] = useState(() => (given === undefined ? EMPTY : filledIn(given)));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (given !== undefined) form.current?.scrollIntoView();
  }, [given]);
  const [result, setResult] = useState<CheckResult>();
  const [isSecretShown, setSecretShown] = useState(false);
  const change = (changes: Partial<PastedRequest>) => {
    setPasted({ ...pasted, ...changes });
    setResult(undefined);
  };
  const errorOf = (field: Field) =>
    result?.kind === 'malformed' && result.field === field ? { errorText: result.message } : {};

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void checkSignature(pasted).then(setResult);
      }}
    >
      <Section
        title="Check a signature"
        description="Paste a request that your receiver refuses to see why. It is checked in your browser: nothing is sent or stored."
      >
        <Form actions={<Button variant="primary">Check</Button>}>
          <SpaceBetween size="l">
            <SegmentedControl
              label="Headers to check"
              selectedId={pasted.scheme}
              onChange={({ detail }) => change({ scheme: detail.selectedId === 'standard' ? 'standard' : 'service' })}
              options={[
                { id: 'service', text: 'x-service-signature' },
                { id: 'standard', text: 'webhook-signature' },
              ]}
            />
            <FormField
              label="Secret"
              description="As shown on the webhook’s page, including whsec_."
              secondaryControl={
                <Button formAction="none" onClick={() => setSecretShown(!isSecretShown)}>
                  {isSecretShown ? 'Hide' : 'Show'}
                </Button>
              }
              {...errorOf('secret')}
            >
              <Input
                type={isSecretShown ? 'text' : 'password'}
                value={pasted.secret}
                onChange={({ detail }) => change({ secret: detail.value })}
                autoComplete={false}
                disableBrowserAutocorrect
                spellcheck={false}
              />
            </FormField>
            {headerNames[pasted.scheme].map((name) => (
              <FormField key={name} label={name} constraintText={formats[name]} {...errorOf(name)}>
                <Input
                  value={pasted.headers[name] ?? ''}
                  onChange={({ detail }) => change({ headers: { ...pasted.headers, [name]: detail.value } })}
                  autoComplete={false}
                  disableBrowserAutocorrect
                  spellcheck={false}
                />
              </FormField>
            ))}
            <FormField
              label="Body"
              description="The exact text of the request, or the exact text of a delivery’s payload."
              stretch
              {...errorOf('body')}
            >
              <Textarea
                value={pasted.body}
                onChange={({ detail }) => change({ body: detail.value })}
                rows={6}
                disableBrowserAutocorrect
                spellcheck={false}
              />
            </FormField>
            {result !== undefined && <CheckResultView result={result} />}
          </SpaceBetween>
        </Form>
      </Section>
    </form>
  );
}

/** Shows the result of a signature check. */
const CheckResultView = ({ result }: { readonly result: CheckResult }) => (
  <LiveRegion>
    <Message result={result} />
  </LiveRegion>
);

function Message({ result }: { readonly result: CheckResult }) {
  switch (result.kind) {
    case 'valid':
      return (
        <Alert type="success" header={`Valid signature: ${result.event}`}>
          The request came from this service and has not been changed.
          {result.sentAt !== undefined && <SentAt at={result.sentAt.toISOString()} />}
        </Alert>
      );
    case 'not-an-event':
      return <Alert type="warning">{result.message}</Alert>;
    case 'invalid':
      return (
        <Alert type="error" header="Invalid signature">
          {result.reasons.join(' ')}
        </Alert>
      );
    case 'malformed':
      return null;
  }
}

const SentAt = ({ at }: { readonly at: string }) => (
  <>
    {' '}
    It was signed on <Time at={at} /> (<RelativeTime at={at} />
    ). Receivers refuse requests that are older than five minutes.
  </>
);
