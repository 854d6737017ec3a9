/** The address of a webhook's ledger, and how receivers use it. */
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSession } from '../../session/session-provider.tsx';
import { Copyable } from '../../shared/copyable.tsx';

/** On the documentation site, which is on the same host. */
const GUIDE = '/docs/guides/reconcile.html';

export function Ledger({ webhookId }: { readonly webhookId: string }) {
  const apiUrl = useSession().config?.apiUrl.replace(/\/$/, '') ?? '';
  return (
    <SpaceBetween size="xxs">
      <Copyable text={`${apiUrl}/webhooks/${webhookId}/ledger`} what="ledger address" />
      <Link href={GUIDE} external externalIconAriaLabel="Opens in a new tab">
        Prove that the receiver has everything
      </Link>
    </SpaceBetween>
  );
}
