/** Sentences that several commands end with. */

/** The authorizer answers from its cache for up to a minute (decision 4). */
export const NOTICED_WITHIN = 'Tokens that were used just now may work as before for up to 60 s.';
