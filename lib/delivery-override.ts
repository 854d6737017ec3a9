/** Overrides delivery settings of the local stage, so that tests can have a retry schedule of seconds. */
import * as v from 'valibot';
import { DeliverySettings, type StageDeliverySettings } from '../contract/delivery-settings.ts';
import type { StageConfig } from './config.ts';

/**
 * The stage, with its delivery settings overridden by the CDK context `deliverySettings` (JSON text) if there is one.
 * Throws if the stage is another, or the text is not a JSON object of delivery settings.
 */
export function withDeliverySettings(config: StageConfig, context: unknown): StageConfig {
  if (context === undefined) return config;
  if (config.name !== 'local') {
    throw new Error(
      `The context deliverySettings is for the stage local only; change those of ${config.name} in lib/config.ts.`,
    );
  }
  const { delivery } = config;
  return { ...config, delivery: { ...delivery, settings: overridden(delivery.settings, context) } };
}

function overridden(settings: StageDeliverySettings, context: unknown): StageDeliverySettings {
  const Override = v.pipe(
    v.string(),
    v.parseJson(),
    v.record(v.string(), v.unknown()),
    v.transform((override) => ({ ...settings, ...override })),
    v.strictObject(DeliverySettings.entries),
  );
  const parsed = v.safeParse(Override, context);
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new Error(`The context deliverySettings is not JSON of delivery settings: ${problems.join('; ')}`);
}
