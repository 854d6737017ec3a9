/** What only admins are offered: a viewer sees everything else. */
import type { ReactNode } from 'react';
import { useCanChange } from '../session/session-provider.tsx';

export const ForAdmins = ({ children }: { readonly children: ReactNode }) => useCanChange() && children;
