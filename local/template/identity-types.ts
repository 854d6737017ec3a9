/** The resource types of sign-in: a user pool, its clients, and the scopes that they may ask for. */
import * as v from 'valibot';
import { Count, properties, type ResourceType, Texts } from './resource-type.ts';

const Minutes = v.pipe(Count, v.minValue(1));

/** A public client that uses the authorization code grant: no other kind is hosted. */
const UserPoolClientProperties = properties({
  AllowedOAuthFlows: v.strictTuple([v.literal('code')]),
  AllowedOAuthScopes: Texts,
  CallbackURLs: Texts,
  LogoutURLs: Texts,
  GenerateSecret: v.literal(false),
  AccessTokenValidity: Minutes,
  IdTokenValidity: Minutes,
  RefreshTokenValidity: Minutes,
  TokenValidityUnits: v.strictObject({
    AccessToken: v.literal('minutes'),
    IdToken: v.literal('minutes'),
    RefreshToken: v.literal('minutes'),
  }),
});

const ResourceServerProperties = properties({
  Identifier: v.string(),
  Scopes: v.array(v.object({ ScopeName: v.string() })),
});

export const identityTypes = {
  'AWS::Cognito::UserPool': {
    attributes: { ProviderURL: (_name, { identity }) => identity },
    schema: properties({}),
    ignored: [
      'AccountRecoverySetting',
      'AdminCreateUserConfig',
      'AutoVerifiedAttributes',
      'DeletionProtection',
      'EmailVerificationMessage',
      'EmailVerificationSubject',
      'EnabledMfas',
      'IssuerConfiguration',
      'MfaConfiguration',
      'Policies',
      'SmsVerificationMessage',
      'UserPoolTags',
      'UserPoolTier',
      'UsernameAttributes',
      'UsernameConfiguration',
      'VerificationMessageTemplate',
    ],
  },
  'AWS::Cognito::UserPoolClient': {
    schema: UserPoolClientProperties,
    ignored: [
      'AllowedOAuthFlowsUserPoolClient',
      'EnableTokenRevocation',
      'ExplicitAuthFlows',
      'PreventUserExistenceErrors',
      'ReadAttributes',
      'RefreshTokenRotation',
      'SupportedIdentityProviders',
      'UserPoolId',
      'WriteAttributes',
    ],
  },
  'AWS::Cognito::UserPoolResourceServer': { schema: ResourceServerProperties, ignored: ['Name', 'UserPoolId'] },
} as const satisfies Record<string, ResourceType>;
