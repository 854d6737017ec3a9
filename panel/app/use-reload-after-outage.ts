/** Reloads the panel at the end of an outage of its host: a browser does not load a script again that it could not load. */
import { useEffect, useState } from 'react';

const CHECK_MILLISECONDS = 3_000;

/** Whether the panel's host can't be reached. While it can't, it is checked every few seconds. */
export function useReloadAfterOutage(): boolean {
  const [isOutage, setIsOutage] = useState(false);
  useEffect(() => {
    const unmounted = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void check(false);
    return () => {
      unmounted.abort();
      clearTimeout(timer);
    };

    async function check(wasOutage: boolean): Promise<void> {
      const isReached = await canReachHost(unmounted.signal);
      if (unmounted.signal.aborted || (isReached && !wasOutage)) return;
      if (isReached) return location.reload();
      setIsOutage(true);
      timer = setTimeout(check, CHECK_MILLISECONDS, true);
    }
  }, []);
  return isOutage;
}

async function canReachHost(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('config.json', { method: 'HEAD', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
