/** Breadcrumbs: each screen sets its own, and the frame around it shows them. */
import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import { createContext, useContext, useEffect, useState } from 'react';
import { hrefOf, useOnFollow } from './app-link.tsx';

/** A screen's name and address. */
interface Breadcrumb {
  readonly text: string;
  readonly to: string;
}

const ItemsContext = createContext<readonly Breadcrumb[]>([]);
const SetItemsContext = createContext<(items: readonly Breadcrumb[]) => void>(() => {});

export function BreadcrumbsProvider({ children }: { readonly children: React.ReactNode }) {
  const [items, setItems] = useState<readonly Breadcrumb[]>([]);
  return (
    <SetItemsContext value={setItems}>
      <ItemsContext value={items}>{children}</ItemsContext>
    </SetItemsContext>
  );
}

/** Sets the breadcrumbs, and the title of the browser tab, while the screen is shown. */
export function useBreadcrumbs(...items: readonly [Breadcrumb, ...Breadcrumb[]]): void {
  const setItems = useContext(SetItemsContext);
  const key = JSON.stringify(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items are new objects at each rendering; the key tells whether they changed.
  useEffect(() => {
    setItems(items);
    document.title = items
      .map(({ text }) => text)
      .toReversed()
      .join(' · ');
  }, [key]);
}

export function Breadcrumbs() {
  const onFollow = useOnFollow();
  const items = useContext(ItemsContext);
  if (items.length === 0) return null;
  return (
    <BreadcrumbGroup
      items={items.map(({ text, to }) => ({ text, href: hrefOf(to) }))}
      onFollow={onFollow}
      ariaLabel="Breadcrumbs"
    />
  );
}
