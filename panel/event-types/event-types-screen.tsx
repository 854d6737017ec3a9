/** The event catalogue: every event that the platform sends, with its meaning, its payload and a sample. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import TextFilter from '@cloudscape-design/components/text-filter';
import { useBreadcrumbs } from '../shared/breadcrumbs.tsx';
import { ErrorAlert } from '../shared/error-alert.tsx';
import { useEventTypes } from '../shared/event-types-query.ts';
import { groupEventTypes } from './event-groups.ts';
import { EventTypeSection } from './event-type-section.tsx';
import { useSearch } from './use-search.ts';

export function Screen() {
  useBreadcrumbs({ text: 'Event catalogue', to: '/event-types' });
  const { data, error, refetch } = useEventTypes();
  const [search, setSearch] = useSearch();

  if (data === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the catalogue</StatusIndicator>;
    return <ErrorAlert error={error} header="The catalogue could not be loaded" onRetry={() => void refetch()} />;
  }
  const groups = groupEventTypes(data.results, search);
  const found = groups.reduce((sum, { eventTypes }) => sum + eventTypes.length, 0);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        counter={`(${data.results.length})`}
        description="The events that the platform sends. A webhook can subscribe to all of them (*), to a group such as channel.*, or to individual events. Events with other valid names are delivered too."
      >
        Event catalogue
      </Header>
      <TextFilter
        filteringText={search}
        onChange={({ detail }) => setSearch(detail.filteringText)}
        filteringPlaceholder="Find by name, description or key"
        filteringAriaLabel="Find events"
        filteringClearAriaLabel="Clear"
        {...(search !== '' && { countText: found === 1 ? '1 event' : `${found} events` })}
      />
      {found === 0 && (
        <SpaceBetween size="s" alignItems="center">
          <Box>No matching events</Box>
          <Button onClick={() => setSearch('')}>Clear search</Button>
        </SpaceBetween>
      )}
      {groups.map(({ prefix, eventTypes }) => (
        <Container
          key={prefix}
          header={
            <Header variant="h2" counter={`(${eventTypes.length})`}>
              {prefix}
            </Header>
          }
        >
          {eventTypes.map((eventType) => (
            <EventTypeSection key={eventType.event} eventType={eventType} isOnlyOne={found === 1} />
          ))}
        </Container>
      ))}
    </SpaceBetween>
  );
}
