/**
 * The quotas of a network in a stage that people rely on, unless the stage or the network has others: those of the preset
 * `production`, and of the examples.
 */
import { MIB } from './sizes.ts';

export const productionQuotas = {
  reads: 1_000,
  writes: 500,
  ingest: 100,
  administration: 100,
  changes: 50,
  ledger: 50,
  userData: 100,
  events: 2_000,
  deliveries: 2_500,
  ingestBytes: 4 * MIB,
  testEvents: 60,
} as const;
