/** The form that creates and edits webhooks. Errors are shown at their fields; no input is lost. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { ApiError, ConnectionError } from '@social-platform-services/client';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { hasField } from '../../../contract/webhook-kinds.ts';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH } from '../../../contract/webhooks.ts';
import { useCanChange } from '../../session/session-provider.tsx';
import { ConfirmModal, useOnce } from '../../shared/confirm-modal.tsx';
import { errorMessage } from '../../shared/error-alert.tsx';
import { Section } from '../../shared/page.tsx';
import { useSourceAddresses } from '../../shared/queries.ts';
import { firewallText } from '../../shared/texts.ts';
import { CeilingsField } from './ceilings-field.tsx';
import { apiFieldErrors, type Draft, type FieldErrors, isValid, kindOf, validate } from './draft.ts';
import { EventsField } from './events-field.tsx';
import { FilterField } from './filter-field.tsx';
import { HeadersField } from './headers-field.tsx';

interface WebhookFormProps {
  readonly initial: Draft;
  readonly saving: UseMutationResult<unknown, Error, Draft>;
  /** The label of the button: `Create webhook`. */
  readonly submitText: string;
  /** Shown if saving fails: `The webhook could not be created`. */
  readonly errorHeader: string;
  /** Added to the error message if nobody knows whether it was saved: there was no response, or one of 5xx. */
  readonly unknownOutcomeHint?: string;
  /** Whether the receiver may read events itself, which is decided at the creation. */
  readonly canPull?: true;
  /** Where Cancel leads. */
  readonly cancelHref: string;
}

/** The form; for viewers, why there is none. */
export const WebhookForm = (props: WebhookFormProps) =>
  useCanChange() ? (
    <EditableForm {...props} />
  ) : (
    <Alert header="You can look at this network, but not change it">
      Ask an operator for an admin link or account. <Link href={props.cancelHref}>Go back</Link>
    </Alert>
  );

function EditableForm(props: WebhookFormProps) {
  const { initial, saving, submitText, errorHeader, unknownOutcomeHint, canPull, cancelHref } = props;
  const [draft, setDraft] = useState(initial);
  /** Those of the last attempt to save; that of a field disappears once it is changed. */
  const [errors, setErrors] = useState<FieldErrors>({});
  const messages = [
    ...(errors.general ?? []),
    ...(isUnknownOutcome(saving.error) && unknownOutcomeHint ? [unknownOutcomeHint] : []),
  ];
  const sources = useSourceAddresses();
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial) && !saving.isSuccess;

  const showError = (error: Error, { headers }: Draft) =>
    setErrors(
      error instanceof ApiError && error.status === 400
        ? apiFieldErrors(error, headers)
        : { general: [errorMessage(error)] },
    );
  const [attempts, setAttempts] = useState(0);
  const { run: save } = useOnce(async () => {
    const found = validate(draft);
    setErrors(found);
    setAttempts((before) => before + 1);
    if (!isValid(found)) return false;
    return await saving.mutateAsync(draft, { onError: showError });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt to save, here and at the API.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, saving.error]);

  const kind = kindOf(draft);
  return (
    <>
      <UnsavedChangesGuard isDirty={isDirty} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Form
          errorText={messages.length > 0 && `${errorHeader}. ${messages.join(' ')}`}
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <Button variant="link" formAction="none" href={cancelHref}>
                Cancel
              </Button>
              <Button variant="primary" loading={saving.isPending} loadingText="Saving">
                {submitText}
              </Button>
            </SpaceBetween>
          }
        >
          <SpaceBetween size="l">
            <Section title="Receiver">
              <SpaceBetween size="l">
                {canPull && (
                  <Toggle
                    checked={draft.pull}
                    onChange={({ detail }) => change({ pull: detail.checked })}
                    description="For jobs, and for receivers that the service can't reach. They request events and use the secret to do so. This setting can't be changed later."
                  >
                    The receiver reads events itself
                  </Toggle>
                )}
                {!draft.pull && (
                  <FormField
                    label="URL"
                    description="The service posts events to this URL of your receiver, or to this EventBridge bus of your account."
                    constraintText={firewallText(sources.data?.addresses)}
                    errorText={errors.url}
                  >
                    <Input
                      value={draft.url}
                      onChange={({ detail }) => change({ url: detail.value })}
                      type="url"
                      inputMode="url"
                      autoFocus={initial.url === ''}
                      spellcheck={false}
                      disableBrowserAutocorrect
                      placeholder="https://hooks.example.com/events"
                      ariaRequired
                    />
                  </FormField>
                )}
                <FormField
                  label="Description – optional"
                  constraintText={`At most ${MAX_WEBHOOK_DESCRIPTION_LENGTH} characters.`}
                  errorText={errors.description}
                >
                  <Input
                    value={draft.description}
                    onChange={({ detail }) => change({ description: detail.value })}
                    placeholder="Search index"
                  />
                </FormField>
              </SpaceBetween>
            </Section>
            <Section title="What is sent">
              <SpaceBetween size="l">
                <EventsField draft={draft} onChange={change} error={errors.patterns} />
                <FilterField value={draft.filter} onChange={(filter) => change({ filter })} error={errors.filter} />
                {hasField(kind, 'headers') && (
                  <HeadersField
                    rows={draft.headers}
                    onChange={(headers) => change({ headers })}
                    errors={errors.headers}
                  />
                )}
                {hasField(kind, 'legacySignature') && (
                  <Toggle
                    checked={draft.legacySignature}
                    onChange={({ detail }) => change({ legacySignature: detail.checked })}
                    description="For receivers that still check x-legacy-signature: each event is posted a second time with that header. Otherwise, leave this off."
                  >
                    Legacy request
                  </Toggle>
                )}
                {hasField(kind, 'maxRequestsPerSecond') && (
                  <CeilingsField draft={draft} onChange={change} errors={errors} />
                )}
                <Toggle
                  checked={draft.enabled}
                  onChange={({ detail }) => change({ enabled: detail.checked })}
                  description="While this is off, nothing is sent. A recovery can send the events of that time later."
                >
                  Enabled
                </Toggle>
              </SpaceBetween>
            </Section>
          </SpaceBetween>
        </Form>
      </form>
    </>
  );
}

const isUnknownOutcome = (error: Error | null): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);

/** Asks for confirmation before a form with unsaved changes is left, by a link, by Back or by closing the tab. */
function UnsavedChangesGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    blocker.state === 'blocked' && (
      <ConfirmModal
        header="Leave without saving?"
        confirmText="Leave"
        stayText="Stay"
        onConfirm={blocker.proceed}
        onDismiss={blocker.reset}
      >
        If you leave, your changes are lost.
      </ConfirmModal>
    )
  );
}
