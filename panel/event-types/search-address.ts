/** What is searched for, kept in the address too, so that a link shows the same to others. */
import { useEffect, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';

const SEARCH = 'search';

/** The text, and how to change it. The address follows what is typed, a moment later; only links and Back lead it. */
export function useSearch(): [string, (text: string) => void] {
  const [address, setAddress] = useSearchParams();
  const navigation = useNavigationType();
  const addressed = address.get(SEARCH) ?? '';
  const [text, setText] = useState(addressed);
  useEffect(() => {
    if (navigation !== NavigationType.Replace) setText(addressed);
  }, [navigation, addressed]);
  return [
    text,
    (typed) => {
      setText(typed);
      setAddress(typed === '' ? {} : { [SEARCH]: typed }, { replace: true });
    },
  ];
}
