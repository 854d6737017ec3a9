/** What the network's settings mean, in a sentence each. */
import type { Feature, HideMode } from '../../client/index.ts';

/** What each feature is for. */
export const featureWords: Readonly<Record<Feature, { readonly name: string; readonly meaning: string }>> = {
  webhooks: { name: 'Webhooks', meaning: 'Events of the platform are posted to the URLs that are set up here.' },
  blockUser: { name: 'Block user', meaning: 'Users block each other, and front ends ask whose content to hide.' },
  userActivity: { name: 'User activity', meaning: 'What users did to posts and comments is recorded and listed.' },
};

/** In the order in which they are shown. */
export const features: readonly Feature[] = ['webhooks', 'blockUser', 'userActivity'];

/** Whose content is hidden once somebody blocks somebody. */
export const hideModes: Readonly<Record<HideMode, string>> = {
  blocker: 'Whoever blocks a user no longer sees that user’s content; the blocked user still sees theirs.',
  mutual: 'Once one of two users blocks the other, neither sees the other’s content.',
};

/** How long activity records are kept. */
export const retentionWords = (days: number | undefined): string =>
  days === undefined
    ? 'Records are kept for good.'
    : `New ones expire ${days === 1 ? 'a day' : `${days.toLocaleString('en')} days`} after the action.`;
