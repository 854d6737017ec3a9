/** Every event that the platform emits: what it means, what it carries, and a sample. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import TextFilter from '@cloudscape-design/components/text-filter';
import { Problem } from '../api/problem.tsx';
import { useTrail } from '../app/breadcrumbs.tsx';
import { useEventTypes } from '../shared/event-types.ts';
import { EventTypeSection } from './event-type-section.tsx';
import { groupsOf } from './groups.ts';
import { useSearch } from './search-address.ts';

export function Screen() {
  useTrail({ text: 'Event catalogue', to: '/event-types' });
  const { data, error, refetch } = useEventTypes();
  const [search, setSearch] = useSearch();

  if (data === undefined) {
    if (error === null) return <StatusIndicator type="loading">Loading the catalogue</StatusIndicator>;
    return <Problem error={error} what="The catalogue could not be loaded" onRetry={() => void refetch()} />;
  }
  const groups = groupsOf(data.results, search);
  const found = groups.reduce((sum, { eventTypes }) => sum + eventTypes.length, 0);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        counter={`(${data.results.length})`}
        description="What the platform emits. A webhook asks for all of it (*), for a group such as channel.*, or for single events. Events with other well-formed names are delivered, too."
      >
        Event catalogue
      </Header>
      <TextFilter
        filteringText={search}
        onChange={({ detail }) => setSearch(detail.filteringText)}
        filteringPlaceholder="Find by name, meaning or key"
        filteringAriaLabel="Find events"
        filteringClearAriaLabel="Clear"
        {...(search !== '' && { countText: found === 1 ? '1 event' : `${found} events` })}
      />
      {found === 0 && (
        <SpaceBetween size="s" alignItems="center">
          <Box>No event matches.</Box>
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
