/** Who gets notices about the network's webhooks by e-mail (docs/spec/notices.md#e-mail). Admins change it here. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import type { AnswerTo } from '@social-platform-services/client';
import { useState } from 'react';
import { useChange, useRead } from '../api/api-provider.tsx';
import { ForAdmins, useCanChange } from '../session/session-provider.tsx';
import { ErrorAlert, errorMessage, NotLoaded } from '../shared/error-alert.tsx';
import { useNotify } from '../shared/notifications.tsx';
import { Section } from '../shared/page.tsx';
import { counted } from '../shared/texts.ts';

const KEY = ['notices'];
const MAX_ROWS = 10;

/** The addresses that are typed, one in each line; spreadsheets and mail programs separate them otherwise. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** An error message of the API with the address itself in place of its index. */
const withAddress = (message: string, sent: readonly string[]): string =>
  message.replace(/^Addresses\[(\d+)\]/, (all, index) => sent[Number(index)] ?? all);

export function Notices() {
  const query = useRead(KEY, (client, options) => client.showNoticeSettings({}, options));
  return (
    <Section
      title="Notices by e-mail"
      description={
        <>
          When a webhook struggles, is down, comes back or is disabled, and when deliveries fail for good. Other
          webhooks get notices as events, if they ask for webhook.* (<Link href="#/event-types">event catalogue</Link>).
        </>
      }
    >
      {query.data === undefined ? (
        <NotLoaded what="the addresses" query={query} />
      ) : (
        <Addresses settings={query.data} />
      )}
    </Section>
  );
}

function Addresses({
  settings: { addresses, unconfirmed, today, sender },
}: {
  readonly settings: AnswerTo<'showNoticeSettings'>;
}) {
  const [edited, setEdited] = useState<string>();
  // To ask again leaves the addresses as they are: another admin may have changed them meanwhile.
  const saving = useChange(async (client, typed: readonly string[] | undefined) => {
    const present = typed ?? (await client.showNoticeSettings()).addresses;
    return await client.changeNoticeSettings({ body: { addresses: [...present] } });
  }, KEY);
  const testing = useChange((client) => client.sendTestNotice(), null);
  const notify = useNotify();
  const canChange = useCanChange();
  const text = edited ?? addresses.join('\n');
  const save = () =>
    saving.mutate(addressesIn(text), {
      onSuccess: (saved) => {
        setEdited(undefined);
        notify(saved.addresses.length === 0 ? 'Nobody gets notices by e-mail now.' : 'The addresses are saved.');
      },
    });
  const test = () =>
    testing.mutate(undefined, {
      onSuccess: (sent) => notify(`A test mail is on its way to ${sent.addresses.join(', ')}.`),
    });
  const hasConfirmed = unconfirmed.length < addresses.length;
  return (
    <SpaceBetween size="m">
      {sender === undefined && (
        <Alert type="warning">This stage of the service sends no mails. An operator can set that up.</Alert>
      )}
      {unconfirmed.length > 0 && (
        <Alert
          type="info"
          header="Not confirmed yet"
          action={
            <ForAdmins>
              <Button onClick={() => saving.mutate(undefined)} loading={saving.isPending}>
                Ask again
              </Button>
            </ForAdmins>
          }
        >
          {unconfirmed.join(', ')}: nothing is sent to an address until its owner opens the link in the mail that asks
          for it, and confirms. A link is valid for three days; an address is asked at most every ten minutes.
        </Alert>
      )}
      {today.heldBack > 0 && (
        <Alert type="warning">
          {counted(today.mails, 'mail was', 'mails were')} sent today (UTC), and{' '}
          {counted(today.heldBack, 'notice was', 'notices were')} held back: there are too many in a day. The pages of
          the webhooks show what has happened.
        </Alert>
      )}
      <FormField
        label="Addresses"
        description={`One in each line, at most 10. All of them get every mail, and see each other.${canChange ? '' : ' Only admins can change them: you may look at this network.'}`}
        constraintText={sender === undefined ? undefined : `Mails come from ${sender}, at most one a minute.`}
        errorText={saving.error && withAddress(errorMessage(saving.error), saving.variables ?? [])}
      >
        <Textarea
          value={text}
          onChange={({ detail }) => {
            setEdited(detail.value);
            saving.reset();
          }}
          rows={Math.min(MAX_ROWS, Math.max(2, text.split('\n').length))}
          placeholder="on-call@example.com"
          spellcheck={false}
          readOnly={!canChange}
        />
      </FormField>
      {testing.error && <ErrorAlert error={testing.error} header="The test mail was not sent" />}
      <ForAdmins>
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={save} loading={saving.isPending} disabled={edited === undefined}>
            Save addresses
          </Button>
          <Button
            onClick={test}
            loading={testing.isPending}
            disabled={sender === undefined || !hasConfirmed}
            disabledReason={sender === undefined ? 'This stage sends no mails.' : 'No address is confirmed yet.'}
          >
            Send a test mail
          </Button>
        </SpaceBetween>
      </ForAdmins>
    </SpaceBetween>
  );
}
