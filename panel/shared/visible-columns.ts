/** Which columns a table shows: on a phone, those without which a row says nothing. The opened row has the rest. */
import { useSyncExternalStore } from 'react';

/** Cloudscape's own breakpoint. */
const wide = matchMedia('(min-width: 689px)');

const subscribe = (onChange: () => void): (() => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};

/** Whether the window is wider than a phone's. */
export const isWide = (): boolean => wide.matches;

/** Properties of a table, given the IDs of the columns that a phone shows. */
export const useVisibleColumns = (onPhone: readonly string[]): { readonly visibleColumns?: readonly string[] } =>
  useSyncExternalStore(subscribe, isWide) ? {} : { visibleColumns: onPhone };
