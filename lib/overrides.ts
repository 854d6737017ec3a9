/** What a CDK context changes in a stage's settings, for one synthesis. */
import * as v from 'valibot';
import { DeliverySettings } from '../contract/delivery-settings.ts';
import type { StageConfig } from './config.ts';

/**
 * The stage `local`, with its delivery settings overridden by the context `deliverySettings` (JSON text), so that tests
 * can have a retry schedule of seconds. Throws for another stage, or if the text is not a JSON object of delivery
 * settings.
 */
export function withDeliverySettings(config: StageConfig, context: unknown): StageConfig {
  if (context === undefined) return config;
  if (config.name !== 'local') {
    throw new Error(
      `The context deliverySettings is for the stage local only; for ${config.name}, change the setting delivery.settings.`,
    );
  }
  const Override = v.pipe(v.string(), v.parseJson(), v.strictObject(DeliverySettings.entries));
  const parsed = v.safeParse(Override, context);
  if (parsed.success) return { ...config, delivery: { ...config.delivery, settings: parsed.output } };
  const problems = parsed.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new Error(`The context deliverySettings is not JSON of delivery settings: ${problems.join('; ')}`);
}

/**
 * The stage, with new versions that take over at once if the context `urgent` is `true`: for a fix while an alarm would
 * stop a gradual deployment. Throws on another value, or for a stage that is not gradual.
 */
export function withUrgency(config: StageConfig, context: unknown): StageConfig {
  if (context === undefined) return config;
  if (context !== 'true') throw new Error('The context urgent is true, or left out.');
  const { rollout, name } = config;
  if (rollout.kind === 'at-once') throw new Error(`The stage ${name} is always deployed at once: leave out urgent.`);
  return { ...config, rollout: { ...rollout, urgent: true } };
}

/**
 * The stage `local`, whose panel may be shown in a frame by pages of the origins in the context `embedOrigins`,
 * separated by spaces, so that a product in development can try it. Throws for another stage.
 */
export function withEmbedOrigins(config: StageConfig, context: unknown): StageConfig {
  if (context === undefined) return config;
  if (config.name !== 'local' || !config.panel.enabled || typeof context !== 'string')
    throw new Error(
      `The context embedOrigins is for the stage local only; for ${config.name}, change the setting panel.embedOrigins.`,
    );
  return { ...config, panel: { ...config.panel, embedOrigins: context.split(' ') } };
}
