/** Responses of a test that the OpenAPI document does not allow. `fail-undocumented.ts` fails the test that has any. */

/** One sentence for each, such as `GET /network: the document has no status 418 of showNetwork, in 418 {…}`. */
export const undocumented: string[] = [];
