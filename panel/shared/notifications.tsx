/** Notifications above the screen: what the admin has just done successfully. */
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';

interface Notifications {
  readonly items: readonly { readonly id: string; readonly content: string }[];
  add(content: string): void;
  remove(id: string): void;
}

const NotificationsContext = createContext<Notifications | undefined>(undefined);
/** A new one replaces the oldest. */
const MAX_NOTIFICATIONS = 5;

export function NotificationsProvider({ children }: { readonly children: React.ReactNode }) {
  const [items, setItems] = useState<Notifications['items']>([]);
  const remove = useCallback((id: string) => setItems((before) => before.filter((item) => item.id !== id)), []);
  const add = useCallback(
    (content: string) =>
      setItems((before) => [{ id: crypto.randomUUID(), content }, ...before].slice(0, MAX_NOTIFICATIONS)),
    [],
  );
  const value = useMemo(() => ({ items, add, remove }), [items, add, remove]);
  return <NotificationsContext value={value}>{children}</NotificationsContext>;
}

function useNotifications(): Notifications {
  const notifications = useContext(NotificationsContext);
  if (notifications === undefined) throw new Error('Notifications need a NotificationsProvider.');
  return notifications;
}

/** A function that shows a notification of success, given its sentence. */
export const useNotify = (): ((content: string) => void) => useNotifications().add;

interface NotificationBarProps {
  /** Shown first, until their owner removes them. */
  readonly persistent: readonly FlashbarProps.MessageDefinition[];
}

/** The notifications, the latest first. */
export function NotificationBar({ persistent }: NotificationBarProps) {
  const { items, remove } = useNotifications();
  const dismissible = items.map(({ id, content }) => ({
    id,
    type: 'success' as const,
    content,
    dismissible: true,
    dismissLabel: 'Dismiss',
    ariaRole: 'status' as const,
    onDismiss: () => remove(id),
  }));
  return <Flashbar items={[...persistent, ...dismissible]} stackItems />;
}
