/** The table of docs/guides/limits.md: the quotas of a network in each stage, by default and at most. */
import { type QuotaName, quotaNames } from '../contract/quotas.ts';
import { deployableStageNames, stages } from '../lib/config.ts';
import { markdownTable } from './markdown.ts';

const MIB = 1024 * 1024;
const amount = (name: QuotaName, limit: number): string =>
  name === 'ingestBytes' ? `${limit / MIB}M` : limit.toLocaleString('en');

export const quotaTables = (): Readonly<Record<string, string>> => ({
  quotas: markdownTable(
    ['quota', ...deployableStageNames],
    quotaNames.map((name) => [
      `\`${name}\``,
      ...deployableStageNames.map((stage) => {
        const { network, highest } = stages[stage].quotas;
        return `${amount(name, network[name])} (${amount(name, highest[name])})`;
      }),
    ]),
  ),
});
