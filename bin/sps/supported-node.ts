/** The oldest Node that runs the command line: it has a compile cache, and runs an app in TypeScript. */
export const OLDEST_NODE = '22.18.0';

/** What to say where the version of Node, such as `20.20.2`, is too old; undefined where it is not. */
export function problemOfNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `This needs Node ${OLDEST_NODE} or later, and runs on ${version}. Install a newer Node, then install the packages again.`;
}
