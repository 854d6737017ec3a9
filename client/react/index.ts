/** The public exports for React. */
'use client';
export type { BlockEnd } from './block-store.ts';
export {
  type BlockActions,
  ClientProvider,
  type ClientProviderProps,
  type Hidden,
  type List,
  useActivity,
  useBlock,
  useBlockList,
  useHidden,
} from './hooks.ts';
export type { Progress, Status } from './shared-store.ts';
