/** Links to screens and guides. They are real links: they can be opened in a new tab and copied. */
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';

interface Target {
  /** The screen's address, such as `/webhooks`. */
  readonly to: string;
  readonly children: React.ReactNode;
}

/** A link in a text. */
export function AppLink({ to, ...props }: Target) {
  return <Link {...props} href={hrefOf(to)} onFollow={useOnFollow()} />;
}

/** A link that looks like a button. */
export function LinkButton({ to, ...props }: Target & Pick<ButtonProps, 'variant' | 'formAction'>) {
  return <Button {...props} href={hrefOf(to)} onFollow={useOnFollow()} />;
}

/** The event of Cloudscape's `onFollow`. */
interface FollowEvent {
  readonly detail: { readonly href?: string | undefined; readonly external?: boolean | undefined };
  preventDefault(): void;
}

/** A handler for any Cloudscape component's `onFollow` that opens screens without reloading the page. */
export function useOnFollow(): (event: FollowEvent) => void {
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

/** The `href` of a screen's address. */
export const hrefOf = (to: string): string => `#${to}`;

interface GuideLinkProps {
  /** The guide's page, and a heading in it: `webhooks.html#verify-the-signature`. */
  readonly guide: string;
  readonly children: string;
}

/** A link to a guide of the documentation, which is on the same host. */
export const GuideLink = ({ guide, children }: GuideLinkProps) => (
  <Link href={`/docs/guides/${guide}`} external externalIconAriaLabel="Opens in a new tab">
    {children}
  </Link>
);
