/** From where webhooks are sent, for the firewalls of receivers (docs/spec/delivery.md#source-addresses). */
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { NotLoaded } from '../shared/error-alert.tsx';
import { Section } from '../shared/page.tsx';
import { useSourceAddresses } from '../shared/queries.ts';
import { Copyable } from '../shared/text-view.tsx';
import { Time } from '../shared/time.tsx';

export function SourceAddresses() {
  const query = useSourceAddresses();
  return (
    <Section
      title="Source addresses"
      description={
        <>
          From where requests to receivers come, for their firewalls (
          <Link href="/docs/guides/webhooks.html#source-addresses-and-allow-lists" external>
            guide
          </Link>
          ).
        </>
      }
    >
      {query.data === undefined ? <NotLoaded what="the source addresses" query={query} /> : <List {...query.data} />}
    </Section>
  );
}

type ListProps = NonNullable<ReturnType<typeof useSourceAddresses>['data']>;

const List = ({ addresses, updatedAt, message }: ListProps) =>
  addresses.length === 0 ? (
    message
  ) : (
    <SpaceBetween size="xxs">
      {addresses.map((address) => (
        <Copyable key={address} text={address} what="address" />
      ))}
      {updatedAt !== undefined && (
        <>
          Listed since <Time at={updatedAt} />
        </>
      )}
    </SpaceBetween>
  );
