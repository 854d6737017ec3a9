/** All drills, and what can't be practised here. */
import { apiErrors } from './api-errors.ts';
import type { Drill } from './drill.ts';
import { sweeperFails } from './sweeper-fails.ts';

export const drills: readonly Drill[] = [apiErrors, sweeperFails];
