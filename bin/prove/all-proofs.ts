/** Every proof, in the order in which they run: what fills a bucket of API Gateway comes last. */
import type { Proof } from './proof.ts';
import { gatewayProofs } from './proofs/gateway.ts';
import { laboratoryProofs } from './proofs/laboratory.ts';
import { serviceProofs } from './proofs/service.ts';

export const allProofs: readonly Proof[] = [...serviceProofs, ...laboratoryProofs, ...gatewayProofs];
