/**
 * The service that the end-to-end tests call: the local cloud that they share, or the one that `npm run test:stage` names
 * (scripts/test-stage/main.ts), of which they know what anybody can read from the outputs of its stacks.
 */
import { appendFileSync } from 'node:fs';
import * as v from 'valibot';

/** The variable with a `TestedService` as JSON. */
export const TESTED_SERVICE = 'SPS_TEST_SERVICE';

const TestedService = v.object({
  /** The base URL of its API. */
  url: v.string(),
  region: v.string(),
  outputs: v.record(v.string(), v.string()),
  /** Of a local cloud only. */
  endpoints: v.exactOptional(v.object({ dynamodb: v.string() })),
  credentials: v.exactOptional(
    v.object({ accessKeyId: v.string(), secretAccessKey: v.string(), sessionToken: v.string() }),
  ),
  /** Which service it is, in words of the operator's command line. */
  choice: v.array(v.string()),
  /** The URL of the panel, where the settings of the stage have it (`panel.url`). */
  panelUrl: v.exactOptional(v.string()),
  /** The file that gets a line for each network, and each user of it, that tests have made. */
  made: v.string(),
});
export type TestedService = v.InferOutput<typeof TestedService>;

/** The service that was named; undefined if tests share a local cloud. */
export function namedService(): TestedService | undefined {
  const text = process.env[TESTED_SERVICE];
  return text === undefined ? undefined : v.parse(v.pipe(v.string(), v.parseJson(), TestedService), text);
}

const Made = v.tuple([v.string(), v.nullable(v.string())]);

/** Notes what has to be removed from a service that was named: a network, or what its user has stored. */
export function noteMade(networkId: string, userId: string | null = null): void {
  const service = namedService();
  if (service !== undefined) appendFileSync(service.made, `${JSON.stringify([networkId, userId])}\n`);
}

/** The users of each network that was noted. */
export function madeIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [networkId, userId] = v.parse(v.pipe(v.string(), v.parseJson(), Made), line);
    const known = users.get(networkId) ?? new Set();
    users.set(networkId, userId === null ? known : known.add(userId));
  }
  return users;
}
