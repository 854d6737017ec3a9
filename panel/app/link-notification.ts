/** The notification about an opened admin link that is malformed, while a session goes on. */
import type { FlashbarProps } from '@cloudscape-design/components/flashbar';
import { useSession } from '../session/session-provider.tsx';
import { MALFORMED_LINK } from '../sign-in/malformed-link.ts';

/** The notification, if any. */
export function useLinkNotification(): FlashbarProps.MessageDefinition[] {
  const { openedLink, closeLink } = useSession();
  if (openedLink?.kind !== 'malformed') return [];
  return [
    {
      id: 'link',
      type: 'error',
      ariaRole: 'alert',
      content: `${MALFORMED_LINK} You are still signed in as before.`,
      dismissible: true,
      dismissLabel: 'Dismiss',
      onDismiss: closeLink,
    },
  ];
}
