/** One event: its name and description, and its payload when expanded. */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { useState } from 'react';
import type { EventType } from '../shared/api-types.ts';
import { EventTypeDetail } from './event-type-detail.tsx';

interface EventTypeSectionProps {
  readonly eventType: EventType;
  /** The only event found is expanded at once. */
  readonly isOnlyOne: boolean;
}

export function EventTypeSection({ eventType, isOnlyOne }: EventTypeSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const expanded = isOpen || isOnlyOne;
  return (
    <ExpandableSection
      headerText={eventType.event}
      headerDescription={eventType.description}
      headingTagOverride="h3"
      expanded={expanded}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {expanded && <EventTypeDetail eventType={eventType} />}
    </ExpandableSection>
  );
}
