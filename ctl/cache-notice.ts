/** Printed after changes that the authorizer's cache can delay (docs/spec/access.md#authorizer). */
export const CACHE_NOTICE = 'Tokens that were used just now may work as before for up to 60 s.';
