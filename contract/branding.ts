/** How a network looks in the admin panel (docs/spec/access.md#branding). */
import * as v from 'valibot';
import { shownText, text } from './schema.ts';

const MAX_NAME_LENGTH = 60;
const NAME = `must be 1 to ${MAX_NAME_LENGTH} characters, without control characters, line breaks and marks that change the direction of text`;

export const BrandName = v.pipe(text(1, MAX_NAME_LENGTH, NAME), shownText(NAME));

/** In each mode a colour that stands out from the background. */
const Accent = v.object({ light: v.string(), dark: v.string() });

export const Branding = v.object({
  name: v.optional(BrandName),
  /** A `data:` URL. */
  logo: v.optional(v.string()),
  accent: v.optional(Accent),
});
export type Branding = v.InferOutput<typeof Branding>;
