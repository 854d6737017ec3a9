/** How a network looks in the admin panel (docs/spec/access.md#branding). */
import * as v from 'valibot';
import { doc, field, named } from './documentation.ts';
import { shownText, text } from './schema.ts';

const MAX_NAME_LENGTH = 60;
const NAME = `must be 1 to ${MAX_NAME_LENGTH} characters, without control characters, line breaks or characters that change the text direction`;

export const BrandName = v.pipe(text(1, MAX_NAME_LENGTH, NAME), shownText(NAME));

/** In each mode a colour that stands out from the background. */
const Accent = v.object({
  light: field(v.string(), doc('The colour in light mode.', '#0b6e4f')),
  dark: field(v.string(), doc('The colour in dark mode.', '#2bb98a')),
});

export const Branding = named(
  'Branding',
  v.object({
    name: field(v.optional(BrandName), doc('The name that the panel shows.', 'Riverside')),
    logo: field(v.optional(v.string()), doc('The logo, as a `data:` URL.', 'data:image/png;base64,iVBORw0KGgo=')),
    accent: field(v.optional(Accent), doc('The accent colour.')),
  }),
  doc(
    'The name, the logo and the accent colour that the admin panel shows for the network. A value is present only if an operator has set it.',
  ),
);
export type Branding = v.InferOutput<typeof Branding>;
