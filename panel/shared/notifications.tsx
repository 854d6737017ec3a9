/** Notifications above a screen: what the admin has just done there successfully. They end when the screen is left. */
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

interface Notification {
  readonly id: string;
  readonly content: string;
  /** The address of the screen that it belongs to. */
  readonly screen: string;
}

interface Notifications {
  readonly items: readonly Notification[];
  add(content: string, screen: string): void;
  remove(id: string): void;
  /** Removes those of all other screens. */
  keepOnly(screen: string): void;
}

const NotificationsContext = createContext<Notifications | undefined>(undefined);
/** A new one replaces the oldest. */
const MAX_NOTIFICATIONS = 5;

export function NotificationsProvider({ children }: { readonly children: React.ReactNode }) {
  const [items, setItems] = useState<Notifications['items']>([]);
  const remove = useCallback((id: string) => setItems((before) => before.filter((item) => item.id !== id)), []);
  const add = useCallback(
    (content: string, screen: string) =>
      setItems((before) => [{ id: crypto.randomUUID(), content, screen }, ...before].slice(0, MAX_NOTIFICATIONS)),
    [],
  );
  const keepOnly = useCallback(
    (screen: string) => setItems((before) => before.filter((item) => item.screen === screen)),
    [],
  );
  const value = useMemo(() => ({ items, add, remove, keepOnly }), [items, add, remove, keepOnly]);
  return <NotificationsContext value={value}>{children}</NotificationsContext>;
}

function useNotifications(): Notifications {
  const notifications = useContext(NotificationsContext);
  if (notifications === undefined) throw new Error('Notifications need a NotificationsProvider.');
  return notifications;
}

/**
 * A function that shows a notification of success, given its sentence: on this screen, or on the screen with the address
 * `to`, if that is opened next.
 */
export function useNotify(): (content: string, to?: string) => void {
  const { add } = useNotifications();
  const { pathname } = useLocation();
  return (content, to = pathname) => add(content, to);
}

interface NotificationBarProps {
  /** Shown first, until their owner removes them. */
  readonly persistent: readonly FlashbarProps.MessageDefinition[];
}

/** The notifications of this screen, the latest first. */
export function NotificationBar({ persistent }: NotificationBarProps) {
  const { items, remove, keepOnly } = useNotifications();
  const { pathname } = useLocation();
  useEffect(() => keepOnly(pathname), [keepOnly, pathname]);
  const ofThisScreen = items.filter(({ screen }) => screen === pathname);
  const dismissible = ofThisScreen.map(({ id, content }) => ({
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
