/** The source code of example receivers, by language. */
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { copyResults } from '../shared/copyable.tsx';
import { TextView } from '../shared/text-view.tsx';
import { receiverSources } from './receiver-sources.ts';

export const ReceiverCode = () => (
  <Container
    header={
      <Header
        variant="h2"
        description="Each example is a complete receiver in one file that needs nothing but the language itself."
      >
        Receiver code
      </Header>
    }
  >
    <Tabs
      ariaLabel="Language"
      tabs={receiverSources.map(({ id, language, file, code }) => ({
        id,
        label: language,
        content: (
          <SpaceBetween size="s">
            <CopyToClipboard textToCopy={code} copyButtonText={`Copy ${file}`} {...copyResults} />
            <TextView text={code} label={`Receiver in ${language}`} variant="code" />
          </SpaceBetween>
        ),
      }))}
    />
  </Container>
);
