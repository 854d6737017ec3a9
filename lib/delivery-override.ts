/** Delivery settings from the outside, for the local stage only: a retry schedule of seconds, for tests in real time. */
import * as v from 'valibot';
import { DeliverySettings, type StageDeliverySettings } from '../contract/delivery-settings.ts';
import type { StageConfig } from './config.ts';

/**
 * The stage with the CDK context `deliverySettings`, JSON text, laid over its own settings of that kind; without one, the
 * stage as it is. Throws for other stages, and for text that is no JSON object of delivery settings.
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
  throw new Error(`The context deliverySettings is no JSON of delivery settings: ${problems.join('; ')}`);
}
