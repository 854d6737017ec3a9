/** Whether the list follows what arrives. It is read again every few seconds then, and not while its tab is hidden. */
import { useEffect, useState } from 'react';
import { MINUTE_MS } from '../../../contract/durations.ts';

/** A tab that nobody uses for so long stops to follow: it may stay open for days. */
const UNUSED_MS = 30 * MINUTE_MS;
const USES = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Tail = 'live' | 'off' | 'ended';

/** It follows at first, until the admin switches that off, or has not used the panel for half an hour. */
export function useLiveTail() {
  const [tail, setTail] = useState<Tail>('live');
  useEffect(() => {
    if (tail !== 'live') return;
    let usedAt = Date.now();
    const onUse = () => {
      usedAt = Date.now();
    };
    const timer = setInterval(() => {
      if (Date.now() - usedAt >= UNUSED_MS) setTail('ended');
    }, MINUTE_MS);
    for (const use of USES) addEventListener(use, onUse, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const use of USES) removeEventListener(use, onUse, { capture: true });
    };
  }, [tail]);
  return {
    isLive: tail === 'live',
    hasEnded: tail === 'ended',
    setLive: (isLive: boolean) => setTail(isLive ? 'live' : 'off'),
  };
}
