/** The frame of a screen and of its parts: its title, which the browser's tab has too, below links to those above it. */
import BreadcrumbGroup, { type BreadcrumbGroupProps } from '@cloudscape-design/components/breadcrumb-group';
import Container from '@cloudscape-design/components/container';
import Header, { type HeaderProps } from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { createContext, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
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

const TrailContext = createContext<readonly [trail: readonly Place[], setTrail: (trail: readonly Place[]) => void]>([
  [],
  () => {},
]);

export const TrailProvider = ({ children }: { readonly children: React.ReactNode }) => (
  <TrailContext value={useState<readonly Place[]>([])}>{children}</TrailContext>
);

/** The way to the screen, for the bar above it. */
export function Breadcrumbs() {
  const [trail] = useContext(TrailContext);
  return <BreadcrumbGroup items={trail} ariaLabel="Breadcrumbs" />;
}

interface PageProps extends Pick<HeaderProps, 'description' | 'actions' | 'info' | 'counter'> {
  readonly title: string;
  /** The screens above this one, the highest first. */
  readonly above?: readonly Place[];
  readonly children: React.ReactNode;
}

export function Page({ title, above = [], children, ...header }: PageProps) {
  const { pathname } = useLocation();
  const [, setTrail] = useContext(TrailContext);
  const trail = [...above, { text: title, href: `#${pathname}` }];
  const key = JSON.stringify(trail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the trail is new at each rendering; the key tells of changes.
  useEffect(() => setTrail(trail), [key]);
  useTabTitle(trail.map(({ text }) => text));
  return (
    <SpaceBetween size="l">
      <Header variant="h1" {...header}>
        {title}
      </Header>
      {children}
    </SpaceBetween>
  );
}

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

/** The title of the browser's tab, while the screen is shown: the names of screens, the highest first. */
export function useTabTitle(names: readonly string[]): void {
  const title = names.toReversed().join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
