/** A link before everything else, visible while it has the focus, which skips the top bar and the navigation. */

/** The ID of the element that it moves the focus to. */
export const SKIP_TARGET = 'screen';

export const SkipLink = () => (
  <a
    className="skip-link"
    href={location.hash}
    onClick={(event) => {
      // The fragment of the URL is the address of the screen.
      event.preventDefault();
      document.getElementById(SKIP_TARGET)?.focus();
    }}
  >
    Skip to main content
  </a>
);
