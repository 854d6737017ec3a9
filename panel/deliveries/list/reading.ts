/** Whether somebody is just reading the rows of a table, so that they should stay where they are. */
import { useEffect, useState } from 'react';

/** How far down the page, in pixels, the top of a table is out of sight. */
const SCROLLED = 240;

/** The pointer or the keyboard's focus is on a row, or the page is scrolled down. `handlers` go around the table. */
export function useReading() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLLED);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return {
    isReading: isPointed || isFocused || isScrolled,
    handlers: {
      onPointerOver: ({ target }: React.PointerEvent) => setPointed(isOfRow(target)),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: React.FocusEvent) => setFocused(isOfRow(target)),
      onBlur: () => setFocused(false),
    },
  };
}

const isOfRow = (target: EventTarget): boolean => target instanceof Element && target.closest('tbody') !== null;
