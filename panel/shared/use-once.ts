/** Actions that must not be started twice. */
import { useRef, useState } from 'react';

/**
 * `run` starts an action, unless it is running or done. It can be started again only after it has failed, or has returned false
 * because the input is invalid.
 */
export function useOnce(action: () => unknown) {
  // A second click may come before the first one is rendered, so the state does not suffice.
  const isStarted = useRef(false);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async () => {
    if (isStarted.current) return;
    isStarted.current = true;
    setIsRunning(true);
    setError(undefined);
    try {
      isStarted.current = (await action()) !== false;
    } catch (failure) {
      isStarted.current = false;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
    setIsRunning(false);
  };
  return { run, isRunning, error };
}
