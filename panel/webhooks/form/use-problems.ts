/** What the form says is wrong: what is seen here, and what the service answered to the draft that was sent. */
import type { UseMutationResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../client/index.ts';
import { describeProblem } from '../../api/problem.tsx';
import { useSession } from '../../session/session-provider.tsx';
import { type Draft, isSound, type Problems, problemsOf } from './draft.ts';
import type { HeaderProblem } from './header-check.ts';
import { refusalOf } from './refusal.ts';

interface FormProblems {
  readonly problems: Problems;
  /** What belongs to no field. */
  readonly general: readonly string[];
  /** The service runs on this machine. */
  readonly isLocal: boolean;
  /** Shows everything that is wrong from now on. Says whether nothing is. */
  readonly check: () => boolean;
}

export function useProblems(draft: Draft, { error, variables: sent }: UseMutationResult<unknown, Error, Draft>) {
  const { config } = useSession();
  const isLocal = /^(127\.|localhost$|\[::1\]$)/.test(URL.parse(config?.apiUrl ?? '')?.hostname ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const seen = problemsOf(draft, { isLocal });
  const refusal = useMemo(
    () => (error instanceof ApiError && error.status === 400 && sent ? refusalOf(error, sent.headers) : undefined),
    [error, sent],
  );
  // A complaint about what has been changed since is no longer one.
  const refused = (field: 'url' | 'description' | 'headers') =>
    sent?.[field] === draft[field] ? refusal?.[field] : undefined;
  const refusedEvents =
    sent?.patterns === draft.patterns && sent.allEvents === draft.allEvents ? refusal?.events : undefined;
  const problems: Problems = {
    url: (isChecked ? seen.url : undefined) ?? refused('url'),
    description: seen.description ?? refused('description'),
    events: (isChecked ? seen.events : undefined) ?? refusedEvents,
    headers: seen.headers ?? refused('headers'),
    headerRows: draft.headers.map((row, index): HeaderProblem => {
      const { name, value } = seen.headerRows?.[index] ?? {};
      const theirs = sent?.headers[index] === row ? refusal?.headerRows?.[index] : undefined;
      return {
        ...theirs,
        ...(name !== undefined && (isChecked || row.name !== '') && { name }),
        ...(value !== undefined && { value }),
      };
    }),
  };
  const general = refusal?.others ?? (error === null ? [] : [describeProblem(error)]);
  const check = () => {
    setIsChecked(true);
    return isSound(seen);
  };
  return { problems, general, isLocal, check } satisfies FormProblems;
}
