/** The form of a webhook, for creating and for editing. What is wrong is said at its field, and nothing typed is lost. */
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConnectionError } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import { hrefOf, useFollow } from '../../app/app-link.tsx';
import type { Draft } from './draft.ts';
import { EventsField } from './events-field.tsx';
import { HeadersField } from './headers-field.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { UrlField } from './url-field.tsx';
import { useProblems } from './use-problems.ts';

interface WebhookFormProps {
  readonly initial: Draft;
  readonly saving: UseMutationResult<unknown, Error, Draft>;
  /** What the button says: `Create webhook`. */
  readonly submitText: string;
  /** What could not be done: `The webhook could not be created`. */
  readonly failure: string;
  /** What to bear in mind where no answer came. */
  readonly doubt?: string;
  readonly cancelTo: string;
}

export function WebhookForm({ initial, saving, submitText, failure, doubt, cancelTo }: WebhookFormProps) {
  const follow = useFollow();
  const [draft, setDraft] = useState(initial);
  const { problems, general, isLocal, check } = useProblems(draft, saving);
  const refusal = [...general, ...(saving.error instanceof ConnectionError && doubt ? [doubt] : [])];
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial) && !saving.isSuccess;

  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each attempt to save, here or at the service.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, saving.error]);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.isPending) return;
        if (check()) saving.mutate(draft);
        setAttempts((before) => before + 1);
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <Form
        errorText={refusal.length > 0 && `${failure}. ${refusal.join(' ')}`}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" formAction="none" href={hrefOf(cancelTo)} onFollow={follow}>
              Cancel
            </Button>
            <Button variant="primary" loading={saving.isPending} loadingText="Saving">
              {submitText}
            </Button>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="l">
          <Container header={<Header variant="h2">Receiver</Header>}>
            <SpaceBetween size="l">
              <UrlField value={draft.url} onChange={(url) => change({ url })} isLocal={isLocal} error={problems.url} />
              <FormField
                label="Description – optional"
                constraintText={`At most ${webhookRules.maxDescriptionLength} characters.`}
                errorText={problems.description}
              >
                <Input
                  value={draft.description}
                  onChange={({ detail }) => change({ description: detail.value })}
                  placeholder="Search index"
                />
              </FormField>
            </SpaceBetween>
          </Container>
          <Container header={<Header variant="h2">What is sent</Header>}>
            <SpaceBetween size="l">
              <EventsField draft={draft} onChange={change} error={problems.events} />
              <HeadersField
                rows={draft.headers}
                onChange={(headers) => change({ headers })}
                problems={problems.headerRows ?? []}
                error={problems.headers}
              />
              <Toggle
                checked={draft.legacySignature}
                onChange={({ detail }) => change({ legacySignature: detail.checked })}
                description="For receivers that still check x-legacy-signature: each event is posted a second time with that header. Leave it off otherwise."
              >
                Legacy request
              </Toggle>
              <Toggle
                checked={draft.enabled}
                onChange={({ detail }) => change({ enabled: detail.checked })}
                description="While it is off nothing is sent, and events that occur meanwhile are not kept for this webhook."
              >
                Enabled
              </Toggle>
            </SpaceBetween>
          </Container>
        </SpaceBetween>
      </Form>
    </form>
  );
}
