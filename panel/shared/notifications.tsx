/** Notifications above a screen: what the admin has just done there successfully. They end when the screen is left. */
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

interface Notification {
  readonly id: string;
  readonly content: string;
  /** The address of the screen that it belongs to. */
  readonly screen: string;
}

type Items = readonly Notification[];
const NotificationsContext = createContext<readonly [Items, React.Dispatch<React.SetStateAction<Items>>]>([
  [],
  () => {},
]);
/** A new one replaces the oldest. */
const MAX_NOTIFICATIONS = 5;

export const NotificationsProvider = ({ children }: { readonly children: React.ReactNode }) => (
  <NotificationsContext value={useState<Items>([])}>{children}</NotificationsContext>
);

/**
 * A function that shows a notification of success, given its sentence: on this screen, or on the screen with the
 * address `to`, if that is opened next.
 */
export function useNotify(): (content: string, to?: string) => void {
  const [, setItems] = useContext(NotificationsContext);
  const { pathname } = useLocation();
  return (content, screen = pathname) =>
    setItems((before) => [{ id: crypto.randomUUID(), content, screen }, ...before].slice(0, MAX_NOTIFICATIONS));
}

interface NotificationBarProps {
  /** Shown first, until their owner removes them. */
  readonly persistent: readonly FlashbarProps.MessageDefinition[];
}

/** The notifications of this screen, the latest first. */
export function NotificationBar({ persistent }: NotificationBarProps) {
  const [items, setItems] = useContext(NotificationsContext);
  const { pathname } = useLocation();
  useEffect(() => setItems((before) => before.filter(({ screen }) => screen === pathname)), [setItems, pathname]);
  const ofThisScreen = items.filter(({ screen }) => screen === pathname);
  const dismissible = ofThisScreen.map(({ id, content }) => ({
    id,
    type: 'success' as const,
    content,
    dismissible: true,
    dismissLabel: 'Dismiss',
    ariaRole: 'status' as const,
    onDismiss: () => setItems((before) => before.filter((item) => item.id !== id)),
  }));
  return <Flashbar items={[...persistent, ...dismissible]} stackItems />;
}
