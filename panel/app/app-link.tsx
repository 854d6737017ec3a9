/** Links between screens. They are real links: they open in a new tab, and the address can be copied. */
import Link, { type LinkProps } from '@cloudscape-design/components/link';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';

interface AppLinkProps extends Pick<LinkProps, 'variant' | 'fontSize' | 'ariaLabel'> {
  /** The screen's address, such as `/webhooks`. */
  readonly to: string;
  readonly children: React.ReactNode;
}

export function AppLink({ to, children, ...rest }: AppLinkProps) {
  const follow = useFollow();
  return (
    <Link {...rest} href={hrefOf(to)} onFollow={follow}>
      {children}
    </Link>
  );
}

/** What Cloudscape hands to every `onFollow`. */
interface FollowEvent {
  readonly detail: { readonly href?: string | undefined; readonly external?: boolean | undefined };
  preventDefault(): void;
}

/** The `onFollow` of any Cloudscape part: screens open without loading the page again. */
export function useFollow(): (event: FollowEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event: FollowEvent) => {
      const { href, external } = event.detail;
      if (external === true || href === undefined || !href.startsWith('#')) return;
      event.preventDefault();
      void navigate(href.slice(1));
    },
    [navigate],
  );
}

/** The `href` of a screen. */
export const hrefOf = (to: string): string => `#${to}`;
