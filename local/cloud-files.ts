/** The files in which other programs find a running local cloud. */
import type { DataFolder } from './data-folder/data-folder.ts';
import { writeJsonFile } from './data-folder/files.ts';
import type { FunctionDefinition } from './functions/function-definition.ts';
import type { RunningCloud } from './hosted-app.ts';

/** Writes `cloud.json`, for other programs, and `sam-env.json`, for `sam local start-api --env-vars`. */
export function writeCloudFiles(data: DataFolder, cloud: RunningCloud, functions: readonly FunctionDefinition[]): void {
  writeJsonFile(data.samFile, samVariables(functions));
  writeJsonFile(data.cloudFile, { pid: process.pid, ...cloud });
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
