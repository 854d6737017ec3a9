/** Notifications above a screen: what the admin has just done there successfully. They end when the screen is left. */
import Alert from '@cloudscape-design/components/alert';
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

/** Something that is wrong now; it is shown until its owner removes it. */
export interface Problem {
  readonly id: string;
  readonly type: 'warning' | 'info' | 'error';
  readonly header?: React.ReactNode;
  readonly content: React.ReactNode;
  readonly action?: React.ReactNode;
  /** Whether the admin can remove it. */
  readonly onDismiss?: () => void;
}

interface NotificationBarProps {
  /** Shown first. */
  readonly persistent: readonly Problem[];
}

/** The notifications of this screen, the latest first. */
export function NotificationBar({ persistent }: NotificationBarProps) {
  const [items, setItems] = useContext(NotificationsContext);
  const { pathname } = useLocation();
  useEffect(() => setItems((before) => before.filter(({ screen }) => screen === pathname)), [setItems, pathname]);
  const ofThisScreen = items.filter(({ screen }) => screen === pathname);
  return (
    <>
      {persistent.map(({ id, type, content, header, action, onDismiss }) => (
        <div key={id} role={type === 'info' ? 'status' : 'alert'}>
          <Alert
            type={type}
            header={header}
            action={action}
            {...(onDismiss && { dismissible: true, dismissAriaLabel: 'Dismiss', onDismiss })}
          >
            {content}
          </Alert>
        </div>
      ))}
      {ofThisScreen.map(({ id, content }) => (
        <div key={id} role="status">
          <Alert
            type="success"
            dismissible
            dismissAriaLabel="Dismiss"
            onDismiss={() => setItems((before) => before.filter((item) => item.id !== id))}
          >
            {content}
          </Alert>
        </div>
      ))}
    </>
  );
}
