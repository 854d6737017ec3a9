/** Where an admin is, and the way back. A screen says its own trail; the frame shows it. */
import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import { useEffect } from 'react';
import { createStore, useStore } from '../shared/store.ts';
import { hrefOf, useFollow } from './app-link.tsx';

/** One step of the trail: what it is called and the screen's address. */
export interface Crumb {
  readonly text: string;
  readonly to: string;
}

const trail = createStore<readonly Crumb[]>([]);

/** Sets the trail, and the title of the tab, for as long as the screen is shown. */
export function useTrail(...crumbs: readonly [Crumb, ...Crumb[]]): void {
  const key = JSON.stringify(crumbs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the crumbs are new objects at each rendering; their text says whether they changed.
  useEffect(() => {
    trail.set(crumbs);
    document.title = crumbs
      .map(({ text }) => text)
      .toReversed()
      .join(' · ');
  }, [key]);
}

export function BreadcrumbSlot() {
  const follow = useFollow();
  const crumbs = useStore(trail);
  if (crumbs.length === 0) return null;
  return (
    <BreadcrumbGroup
      items={crumbs.map(({ text, to }) => ({ text, href: hrefOf(to) }))}
      onFollow={follow}
      ariaLabel="Trail"
    />
  );
}
