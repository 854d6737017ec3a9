/** The settings of the network, what they mean, and the commands that change them. */
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { Copyable } from '../shared/copyable.tsx';
import { useOperatorCommand } from '../shared/operator-command.ts';
import type { Network } from './network-query.ts';
import { hideModeTexts, retentionText } from './setting-texts.ts';

const otherMode = { blocker: 'mutual', mutual: 'blocker' } as const;

export function Settings({ network: { networkId, hideMode, activityRetentionDays } }: { readonly network: Network }) {
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
