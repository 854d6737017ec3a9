/** A text that may be one long word, such as a URL: it breaks anywhere rather than leave its place. */
import './breakable.css';

export const Breakable = ({ children }: { readonly children: React.ReactNode }) => (
  <span className="breakable">{children}</span>
);
