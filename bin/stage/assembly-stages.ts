/** The stages of a synthesized app: `SocialPlatform` leaves its settings in the metadata of its data stack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { StageConfig } from '../../lib/stage-config.ts';
import { STAGE_METADATA } from '../../lib/stage-metadata.ts';

/** A stage of an app. */
export interface AssemblyStage {
  /** The path of its construct: `cdk` selects a stack of it by `<path>/data`. */
  readonly path: string;
  readonly config: StageConfig;
  /** The folder of the assembly that has its stacks: that of the app, or of a CDK stage in it. */
  readonly folder: string;
}

const Metadata = v.record(v.string(), v.array(v.looseObject({ type: v.string(), data: v.optional(v.unknown()) })));
const Manifest = v.object({
  artifacts: v.optional(
    v.record(
      v.string(),
      v.object({
        type: v.string(),
        metadata: v.optional(Metadata),
        additionalMetadataFile: v.optional(v.string()),
        properties: v.optional(v.looseObject({ directoryName: v.optional(v.string()) })),
      }),
    ),
    {},
  ),
});
/** The settings were checked when the app was synthesized, by the version of the package that it has. */
const Stage = v.object({
  path: v.string(),
  config: v.custom<StageConfig>((config) => v.is(v.looseObject({ name: v.string() }), config)),
});

/** Returns the stages of the app that was synthesized into `folder`, by their paths. Throws if it was not. */
export function assemblyStages(folder: string): readonly AssemblyStage[] {
  const { artifacts } = v.parse(Manifest, readJson(join(folder, 'manifest.json')));
  const found = Object.values(artifacts).flatMap(({ type, metadata, additionalMetadataFile, properties }) => {
    if (type === 'cdk:cloud-assembly' && properties?.directoryName !== undefined)
      return assemblyStages(join(folder, properties.directoryName));
    const more = additionalMetadataFile && v.parse(Metadata, readJson(join(folder, additionalMetadataFile)));
    return Object.values({ ...metadata, ...more })
      .flat()
      .filter((entry) => entry.type === STAGE_METADATA)
      .map(({ data }) => ({ ...v.parse(Stage, data), folder }));
  });
  return found.toSorted((one, another) => one.path.localeCompare(another.path));
}

/** The stage that a local cloud hosts, by the data folder of it. Throws if it has none. */
export function hostedStage(dataFolder: string): StageConfig {
  const hosted = assemblyStages(join(dataFolder, 'cdk.out')).find(({ config }) => config.name === 'local');
  if (hosted === undefined) throw new Error(`The local cloud on ${dataFolder} hosts no stage.`);
  return hosted.config;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
