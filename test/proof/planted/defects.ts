/** All planted defects. `node scripts/proof/planted-defects.ts` proves that tests find each. */
import { accessDefects } from './access-defects.ts';
import type { Defect } from './defect.ts';
import { deliveryDefects } from './delivery-defects.ts';
import { tableDefects } from './table-defects.ts';

export const defects: readonly Defect[] = [...accessDefects, ...tableDefects, ...deliveryDefects];
