/** The frame of a screen and of its parts: its title, which the browser's tab has too, below links to those above it. */
import BreadcrumbGroup, { type BreadcrumbGroupProps } from '@cloudscape-design/components/breadcrumb-group';
import Container from '@cloudscape-design/components/container';
import Header, { type HeaderProps } from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createPortal } from 'react-dom';
import { useLocation, useOutletContext } from 'react-router';
import type { Webhook } from './api-types.ts';
import { destinationOf, shortUrl } from './texts.ts';

/** A screen's name and address. */
type Place = BreadcrumbGroupProps.Item;

export const WEBHOOKS: Place = { text: 'Webhooks', href: '#/webhooks' };

/** The screens above those of a webhook; its name is not known at first. */
export const placesOf = (webhookId: string, webhook: Webhook | undefined): readonly Place[] => [
  WEBHOOKS,
  { text: webhook === undefined ? 'Webhook' : shortUrl(destinationOf(webhook)), href: `#/webhooks/${webhookId}` },
];

/** The element for the way to the screen: what a screen's `Outlet` passes on. */
export type BreadcrumbBar = HTMLElement | null;

interface PageProps extends Pick<HeaderProps, 'description' | 'actions' | 'info' | 'counter'> {
  readonly title: string;
  /** The screens above this one, the highest first. */
  readonly above?: readonly Place[];
  readonly children: React.ReactNode;
}

export function Page({ title, above = [], children, ...header }: PageProps) {
  const { pathname } = useLocation();
  const bar = useOutletContext<BreadcrumbBar>();
  const trail = [...above, { text: title, href: `#${pathname}` }];
  return (
    <SpaceBetween size="l">
      <title>
        {trail
          .map(({ text }) => text)
          .toReversed()
          .join(' · ')}
      </title>
      {bar && createPortal(<BreadcrumbGroup items={trail} ariaLabel="Breadcrumbs" />, bar)}
      <Header variant="h1" {...header}>
        {title}
      </Header>
      {children}
    </SpaceBetween>
  );
}

interface NarrowPageProps {
  readonly title: string;
  readonly children: React.ReactNode;
}

/** The frame of a screen without navigation; only the browser's tab has the title. */
export const NarrowPage = ({ title, children }: NarrowPageProps) => (
  <main className="narrow-page">
    <title>{title}</title>
    {children}
  </main>
);

interface SectionProps extends Pick<HeaderProps, 'description' | 'actions' | 'counter'> {
  readonly title: string;
  readonly children: React.ReactNode;
}

/** A part of a screen, with its title. */
export const Section = ({ title, children, ...header }: SectionProps) => (
  <Container
    header={
      <Header variant="h2" {...header}>
        {title}
      </Header>
    }
  >
    {children}
  </Container>
);
