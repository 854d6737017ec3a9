/** The files in which other programs find a running local cloud. */
import type { DataFolder } from './data-folder/data-folder.ts';
import { writeJsonFile } from './data-folder/files.ts';
import type { FunctionDefinition } from './functions/function-definition.ts';
import type { Endpoints } from './functions/function-environment.ts';
import { LOCAL_REGION } from './template/names.ts';

export interface RunningCloud {
  readonly url: string;
  readonly endpoints: Endpoints;
  readonly outputs: Readonly<Record<string, string>>;
  readonly functions: readonly FunctionDefinition[];
}

/** Writes `cloud.json`, which `ctl` reads, and `sam-env.json`, for `sam local start-api --env-vars`. */
export function writeCloudFiles(data: DataFolder, { url, endpoints, outputs, functions }: RunningCloud): void {
  writeJsonFile(data.samFile, samVariables(functions));
  writeJsonFile(data.cloudFile, { pid: process.pid, url, region: LOCAL_REGION, endpoints, outputs });
}

/** Function logical id → its variables in the template. In a container, Docker's name for this machine replaces the loopback address. */
function samVariables(functions: readonly FunctionDefinition[]): Record<string, Record<string, string>> {
  const fromContainer = (value: string): string => value.replace('//127.0.0.1:', '//host.docker.internal:');
  return Object.fromEntries(
    functions.map(({ logicalId, variables }) => [
      logicalId,
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fromContainer(value)])),
    ]),
  );
}
