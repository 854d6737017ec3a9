/** What an admin reads about a link that signs nobody in. */
export const MALFORMED_LINK =
  'The admin link is damaged: its token is not complete. Copy the whole link, or ask an operator for a new one.';
