/** Notices above the screen: what was done, and what went wrong outside of any form. */
import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';

interface Notice {
  readonly type: 'success' | 'info' | 'warning' | 'error';
  readonly header?: string;
  readonly content: React.ReactNode;
  /** A notice with the same id replaces the one before it. */
  readonly id?: string;
}

interface Notices {
  readonly items: readonly (Notice & { readonly id: string })[];
  add(notice: Notice): void;
  remove(id: string): void;
}

const NoticesContext = createContext<Notices | undefined>(undefined);
/** Older ones make room. */
const MAX_NOTICES = 5;

export function NoticesProvider({ children }: { readonly children: React.ReactNode }) {
  const [items, setItems] = useState<Notices['items']>([]);
  const remove = useCallback((id: string) => setItems((before) => before.filter((item) => item.id !== id)), []);
  const add = useCallback((notice: Notice) => {
    const id = notice.id ?? crypto.randomUUID();
    setItems((before) => [{ ...notice, id }, ...before.filter((item) => item.id !== id)].slice(0, MAX_NOTICES));
  }, []);
  const value = useMemo(() => ({ items, add, remove }), [items, add, remove]);
  return <NoticesContext value={value}>{children}</NoticesContext>;
}

/** Adds and removes notices. */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (notices === undefined) throw new Error('useNotices stands outside of NoticesProvider.');
  return notices;
}

/** The notices, the latest first. */
export function NoticesBar({ lasting }: { readonly lasting: readonly FlashbarProps.MessageDefinition[] }) {
  const { items, remove } = useNotices();
  const dismissible = items.map(({ id, type, header, content }) => ({
    id,
    type,
    header,
    content,
    dismissible: true,
    dismissLabel: 'Dismiss',
    ariaRole: type === 'error' ? ('alert' as const) : ('status' as const),
    onDismiss: () => remove(id),
  }));
  return <Flashbar items={[...lasting, ...dismissible]} stackItems />;
}
