/** Checks a request that was pasted. Everything stays in the browser; nothing is kept once the screen is left. */
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { type Field, headerNames, type Judgement, judge, type Pasted } from './judge.ts';
import { JudgementView } from './judgement-view.tsx';

const NOTHING: Pasted = { scheme: 'service', secret: '', body: '', headers: {} };

const forms = {
  'x-service-signature': 'Base64, 44 characters',
  'webhook-id': 'such as 01JABCDEF0123456789ABCDEFG',
  'webhook-timestamp': 'seconds since 1970',
  'webhook-signature': 'v1, and Base64; more of them with spaces between',
} as const;

export function Verifier() {
  const [pasted, setPasted] = useState(NOTHING);
  const [judgement, setJudgement] = useState<Judgement>();
  const [isShown, setShown] = useState(false);
  const change = (changes: Partial<Pasted>) => {
    setPasted({ ...pasted, ...changes });
    setJudgement(undefined);
  };
  const complaint = (field: Field) =>
    judgement?.kind === 'malformed' && judgement.field === field ? { errorText: judgement.message } : {};

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void judge(pasted).then(setJudgement);
      }}
    >
      <Container
        header={
          <Header
            variant="h2"
            description="Paste a request that your receiver refuses, and see why. Nothing is sent or kept: it is checked in this browser."
          >
            Check a signature
          </Header>
        }
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
              description="As the webhook’s page shows it, whsec_ included."
              secondaryControl={
                <Button formAction="none" onClick={() => setShown(!isShown)}>
                  {isShown ? 'Hide' : 'Show'}
                </Button>
              }
              {...complaint('secret')}
            >
              <Input
                type={isShown ? 'text' : 'password'}
                value={pasted.secret}
                onChange={({ detail }) => change({ secret: detail.value })}
                autoComplete={false}
                disableBrowserAutocorrect
                spellcheck={false}
              />
            </FormField>
            {headerNames[pasted.scheme].map((name) => (
              <FormField key={name} label={name} constraintText={forms[name]} {...complaint(name)}>
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
              description="The exact text of the request, or the payload of a delivery, copied as exact text."
              stretch
              {...complaint('body')}
            >
              <Textarea
                value={pasted.body}
                onChange={({ detail }) => change({ body: detail.value })}
                rows={6}
                disableBrowserAutocorrect
                spellcheck={false}
              />
            </FormField>
            {judgement !== undefined && <JudgementView judgement={judgement} />}
          </SpaceBetween>
        </Form>
      </Container>
    </form>
  );
}
