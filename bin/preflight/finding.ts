/** What a look at the account finds before a deployment. */

/** A problem or a risk stops the deployment, and a note does not. AWS would refuse a problem, or lose data by it. */
export interface Finding {
  readonly kind: 'problem' | 'risk' | 'note';
  /** What was found, a sentence. */
  readonly what: string;
  /** What to do about it. */
  readonly todo: string;
}

/** Returns a problem. */
export const problem = (what: string, todo: string): Finding => ({ kind: 'problem', what, todo });

/** Returns a risk: AWS would accept the deployment, and the stage would not work as it should. */
export const risk = (what: string, todo: string): Finding => ({ kind: 'risk', what, todo });

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

/** Formats findings, notes last. */
export function findingsText(findings: readonly Finding[]): string {
  const { problem: problems = [], risk: risks = [], note: notes = [] } = Object.groupBy(findings, ({ kind }) => kind);
  return [...problems, ...risks, ...notes]
    .map(({ kind, what, todo }) => `${kind === 'note' ? '-' : '✗'} ${what}\n  ${todo}`)
    .join('\n');
}
