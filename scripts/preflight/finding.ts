/** What a look at the account finds before a deployment. */

/** A problem stops the deployment; a note does not. */
export interface Finding {
  readonly kind: 'problem' | 'note';
  /** What was found, a sentence. */
  readonly what: string;
  /** What to do about it. */
  readonly todo: string;
}

/** Returns a problem. */
export const problem = (what: string, todo: string): Finding => ({ kind: 'problem', what, todo });

/** Returns a note. */
export const note = (what: string, todo: string): Finding => ({ kind: 'note', what, todo });

/** Returns a note that something could not be checked: no permission, no response in time, or anything unexpected. */
export function notChecked(what: string, error: unknown): Finding {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return note(`Could not check ${what} (${reason}).`, 'The deployment continues without it.');
}

/** What a check finds; where it rejects, that it could not be made. */
export const checking = (what: string, check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> =>
  check().catch((error: unknown) => [notChecked(what, error)]);

/** Formats findings, problems first. */
export function findingsText(findings: readonly Finding[]): string {
  const { problem: problems = [], note: notes = [] } = Object.groupBy(findings, ({ kind }) => kind);
  return [...problems, ...notes]
    .map(({ kind, what, todo }) => `${kind === 'problem' ? '✗' : '-'} ${what}\n  ${todo}`)
    .join('\n');
}
