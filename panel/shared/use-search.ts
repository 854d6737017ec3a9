/** The text of a screen's search field, kept in the URL, so that links and the Back button work. */
import { useEffect, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';

const SEARCH = 'search';
/** The page of a table that is searched. */
export const PAGE = 'page';

/** The text, and a function to change it. Typing updates the URL a moment later; links and Back update the text. */
export function useSearch(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const inUrl = params.get(SEARCH) ?? '';
  const [text, setText] = useState(inUrl);
  useEffect(() => {
    if (navigation !== NavigationType.Replace) setText(inUrl);
  }, [navigation, inUrl]);
  return [
    text,
    (typed) => {
      setText(typed);
      setParams(
        (before) => {
          // What is found begins with its first page.
          before.delete(PAGE);
          if (typed === '') before.delete(SEARCH);
          else before.set(SEARCH, typed);
          return before;
        },
        { replace: true },
      );
    },
  ];
}
