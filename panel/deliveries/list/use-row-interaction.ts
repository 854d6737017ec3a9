/** Whether the admin is reading or using the rows of a table, so that the rows should not move. */
import { useEffect, useState } from 'react';

/** Pixels. Scrolled further than this, the admin is looking at the rows and not at the top of the table. */
const SCROLLED = 240;

/** The pointer or the keyboard's focus is on a row, or the page is scrolled down. `handlers` go on an element around the table. */
export function useRowInteraction() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > SCROLLED);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return {
    isInteracting: isPointed || isFocused || isScrolled,
    handlers: {
      onPointerOver: ({ target }: React.PointerEvent) => setPointed(isInRow(target)),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: React.FocusEvent) => setFocused(isInRow(target)),
      onBlur: () => setFocused(false),
    },
  };
}

const isInRow = (target: EventTarget): boolean => target instanceof Element && target.closest('tbody') !== null;
