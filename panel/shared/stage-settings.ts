/** What the stage sets of deliveries and retention, in the panel's `config.json`; otherwise the defaults. */
import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { longestRetention, Retention } from '../../contract/tables.ts';
import { useSession } from '../session/session-provider.tsx';

const StageSettings = v.object({
  delivery: v.optional(DeliverySettings, {}),
  retention: v.optional(Retention, longestRetention),
});

/** How this stage attempts deliveries, and for how many days it stores them, events, and the audit trail. */
export const useStageSettings = (): v.InferOutput<typeof StageSettings> => v.parse(StageSettings, useSession().config);
