/** The public API of the package `social-platform-services`. */
export type { IngestKey } from './platform/ingest.ts';
export * from './platform/metrics.ts';
export type * from './platform/resources.ts';
export {
  type DevelopmentInput,
  development,
  type ProductionInput,
  production,
  type SettingsInput,
  type StageSettings,
} from './presets.ts';
export { SocialPlatform, type SocialPlatformProps, SocialPlatformStage } from './social-platform.ts';
export type * from './stage-config.ts';
