/** Texts that explain the network's features and settings. */
import type { Feature, HideMode } from '../../client/index.ts';
import { numberText } from '../shared/number-text.ts';

export const featureTexts: Readonly<Record<Feature, { readonly name: string; readonly meaning: string }>> = {
  webhooks: { name: 'Webhooks', meaning: 'Events of the platform are posted to the URLs configured in this panel.' },
  blockUser: {
    name: 'Block user',
    meaning: 'Users can block each other, and front ends can check whose content to hide.',
  },
  userActivity: { name: 'User activity', meaning: 'Records what users do to posts and comments, and lists it.' },
};

/** In the order shown. */
export const features: readonly Feature[] = ['webhooks', 'blockUser', 'userActivity'];

/** Whose content is hidden when a user blocks another. */
export const hideModeTexts: Readonly<Record<HideMode, string>> = {
  blocker: 'A user who blocks another no longer sees the other’s content. The blocked user still sees theirs.',
  mutual: 'When one user blocks another, neither sees the other’s content.',
};

/** How long activity records are stored. */
export const retentionText = (days: number | undefined): string =>
  days === undefined
    ? 'Records do not expire.'
    : `New records expire ${days === 1 ? '1 day' : `${numberText(days)} days`} after the action.`;
