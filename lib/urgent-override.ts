/** Lets new versions take over at once in one deployment of a gradual stage, for a fix while an alarm would stop it. */
import type { StageConfig } from './config.ts';

/** The stage, urgent if the CDK context `urgent` is `true`. Throws on another value, or for a stage that is not gradual. */
export function withUrgency(config: StageConfig, context: unknown): StageConfig {
  if (context === undefined) return config;
  if (context !== 'true') throw new Error('The context urgent is true, or left out.');
  const { rollout, name } = config;
  if (rollout.kind === 'at-once') throw new Error(`The stage ${name} is always deployed at once: leave out urgent.`);
  return { ...config, rollout: { ...rollout, urgent: true } };
}
