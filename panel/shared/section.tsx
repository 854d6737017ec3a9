/** A part of a screen, with its title. */
import Container from '@cloudscape-design/components/container';
import Header, { type HeaderProps } from '@cloudscape-design/components/header';

interface SectionProps extends Pick<HeaderProps, 'description' | 'actions' | 'counter'> {
  readonly title: string;
  readonly children: React.ReactNode;
}

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
