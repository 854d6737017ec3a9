/** Refuses a stage whose numbers do not fit together. */
import { quotaNames, quotas, type RequestQuota } from '../contract/quotas.ts';
import type { StageConfig } from './config.ts';
import { refuseTooMuchConcurrency } from './needed-concurrency.ts';
import { refuseUnfitRetention } from './retention-checks.ts';

const requestQuotas: readonly RequestQuota[] = ['reads', 'writes', 'ingest', 'administration'];

/** Throws an error that names the setting and what it must be. */
export function refuseUnfitStage(config: StageConfig): void {
  refuseTooMuchConcurrency(config);
  refuseUnfitRetention(config);
  const { network, highest } = config.quotas;
  for (const quota of quotaNames) {
    const { smallest } = quotas[quota];
    if (network[quota] < smallest || network[quota] > highest[quota])
      throw new Error(`${config.name}: quotas.network.${quota} must be from ${smallest} to ${highest[quota]}.`);
  }
  const { requestsPerSecond } = config.api.throttle;
  for (const quota of requestQuotas) {
    if (highest[quota] > requestsPerSecond)
      throw new Error(`${config.name}: quotas.highest.${quota} must be at most api.throttle.requestsPerSecond.`);
  }
}
