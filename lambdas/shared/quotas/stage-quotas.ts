import * as v from 'valibot';
import { QuotaLimits } from '../../../contract/quotas.ts';
import { required } from '../env.ts';

/** The stage's quotas of a network, from this function's environment. Throws where they are malformed. */
export const stageQuotas = (): QuotaLimits => v.parse(QuotaLimits, JSON.parse(required('QUOTAS')));
