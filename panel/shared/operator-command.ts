/** Commands of the operator's command line, to copy. */
import { useSession } from '../session/session-provider.tsx';

/** A function that completes a command, such as `key rotate demo`, with the options that select this service. */
export function useOperatorCommand(): (words: string) => string {
  const options = useSession().config?.operatorOptions;
  return (words) => `npm run -s ctl -- ${words}${options === undefined ? '' : ` ${options}`}`;
}
