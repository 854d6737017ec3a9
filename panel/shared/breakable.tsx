/** A text that may be one long word, such as a URL. It wraps anywhere, so that it does not overflow. */
import './breakable.css';

export const Breakable = ({ children }: { readonly children: React.ReactNode }) => (
  <span className="breakable">{children}</span>
);
