/** The errors that the form shows: those found in the browser, and those in the API's response to the last draft sent. */
import type { UseMutationResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../client/index.ts';
import { useSession } from '../../session/session-provider.tsx';
import { errorMessage } from '../../shared/error-alert.tsx';
import { apiFieldErrors, type Draft, type FieldErrors, isValid, validate } from './draft.ts';

interface FormErrors {
  readonly errors: FieldErrors;
  /** Messages that belong to no field. */
  readonly general: readonly string[];
  /** The service runs on this machine. */
  readonly isLocal: boolean;
  /** Shows all errors from now on, including those of empty fields. Returns whether there are none. */
  readonly check: () => boolean;
}

export function useFormErrors(
  draft: Draft,
  { error, variables: sent }: UseMutationResult<unknown, Error, Draft>,
): FormErrors {
  const { config } = useSession();
  const isLocal = /^(127\.|localhost$|\[::1\]$)/.test(URL.parse(config?.apiUrl ?? '')?.hostname ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const found = validate(draft, { isLocal });
  const fromApi = useMemo(
    () => (error instanceof ApiError && error.status === 400 && sent ? apiFieldErrors(error, sent.headers) : undefined),
    [error, sent],
  );
  // The API's error disappears once the field is changed.
  const apiError = (field: 'url' | 'description' | 'headers') =>
    sent?.[field] === draft[field] ? fromApi?.[field] : undefined;
  const apiEventsError =
    sent?.patterns === draft.patterns && sent.allEvents === draft.allEvents ? fromApi?.events : undefined;
  const errors: FieldErrors = {
    url: (isChecked ? found.url : undefined) ?? apiError('url'),
    description: apiError('description'),
    events: (isChecked ? found.events : undefined) ?? apiEventsError,
    headers: apiError('headers'),
    headerRows: draft.headers.map((row, index) => ({
      ...(sent?.headers[index] === row && fromApi?.headerRows?.[index]),
      ...found.headerRows?.[index],
    })),
  };
  const general = fromApi?.general ?? (error === null ? [] : [errorMessage(error)]);
  const check = () => {
    setIsChecked(true);
    return isValid(found);
  };
  return { errors, general, isLocal, check };
}
