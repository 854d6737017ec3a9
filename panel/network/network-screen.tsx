/**
 * The network's features, settings and keys. Admins can only read them, except for who gets notices; operators change them on the
 * command line.
 */

import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Feature, HideMode } from '../../client/index.ts';
import { useOperatorCommand, useSignedIn } from '../session/session-provider.tsx';
import { useBreadcrumbs } from '../shared/app-link.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { Copyable } from '../shared/text-view.tsx';
import { numberText } from '../shared/texts.ts';
import { Features, type Network, Quotas, SigningKeys, useNetwork } from './network-tables.tsx';
import { Notices } from './notices.tsx';

export function Screen() {
  useBreadcrumbs({ text: 'Network', to: '/network' });
  const { networkId } = useSignedIn();
  const { data: network, error, refetch } = useNetwork();
  if (network === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the network</StatusIndicator>;
    return (
      <ErrorAlert
        error={error}
        header={`The network ${networkId} could not be loaded`}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        info={<Copyable text={network.networkId} what="network ID" />}
        description="Admins change who gets notices. Operators of the service change everything else, with the commands shown here."
      >
        Network
      </Header>
      <Features network={network} />
      <Settings network={network} />
      {network.features.webhooks && <Notices />}
      <Quotas network={network} />
      <SigningKeys network={network} />
    </SpaceBetween>
  );
}

const otherMode = { blocker: 'mutual', mutual: 'blocker' } as const;

/** The settings of the network, what they mean, and the commands that change them. */
function Settings({ network: { networkId, hideMode, activityRetentionDays } }: { readonly network: Network }) {
  const command = useOperatorCommand();
  const set = (setting: string) => command(`network set ${networkId} ${setting}`);
  return (
    <Container header={<Header variant="h2">Settings</Header>}>
      <KeyValuePairs
        columns={2}
        items={[
          {
            label: `Hide mode: ${hideMode}`,
            value: (
              <Setting
                meaning={hideModeTexts[hideMode]}
                command={set(`hideMode ${otherMode[hideMode]}`)}
                what="command for the hide mode"
              />
            ),
          },
          {
            label: 'Activity records',
            value: (
              <Setting
                meaning={retentionText(activityRetentionDays)}
                command={set(`activityRetentionDays ${activityRetentionDays === undefined ? '365' : 'off'}`)}
                what="command for the retention of activity records"
              />
            ),
          },
        ]}
      />
    </Container>
  );
}

interface SettingProps {
  readonly meaning: string;
  readonly command: string;
  readonly what: string;
}

const Setting = ({ meaning, command, what }: SettingProps) => (
  <>
    <div>{meaning}</div>
    <Copyable text={command} what={what} />
  </>
);

/** Texts that explain the network's features and settings. */
export const featureTexts: Readonly<Record<Feature, { readonly name: string; readonly meaning: string }>> = {
  webhooks: { name: 'Webhooks', meaning: 'Events of the platform are posted to the URLs configured in this panel.' },
  blockUser: {
    name: 'Block user',
    meaning: 'Users can block each other, and front ends can check whose content to hide.',
  },
  userActivity: { name: 'User activity', meaning: 'Records what users do to posts and comments, and lists it.' },
};

/** In the order shown. */
export const features: readonly Feature[] = ['webhooks', 'blockUser', 'userActivity'];

/** Whose content is hidden when a user blocks another. */
const hideModeTexts: Readonly<Record<HideMode, string>> = {
  blocker: 'A user who blocks another no longer sees the other’s content. The blocked user still sees theirs.',
  mutual: 'When one user blocks another, neither sees the other’s content.',
};

/** How long activity records are stored. */
const retentionText = (days: number | undefined): string =>
  days === undefined
    ? 'Records do not expire.'
    : `New records expire ${days === 1 ? '1 day' : `${numberText(days)} days`} after the action.`;
