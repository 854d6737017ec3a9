/** The resource types of sign-in: a user pool, its clients, and what they may ask for. */
import * as v from 'valibot';

const Texts = v.array(v.string());
const Count = v.pipe(v.number(), v.integer(), v.minValue(1));
const Unit = v.picklist(['seconds', 'minutes', 'hours', 'days']);
export type TimeUnit = v.InferOutput<typeof Unit>;

/** A public client that uses the authorization code grant: no other kind is hosted. */
export const UserPoolClientProperties = v.object({
  AllowedOAuthFlows: v.tuple([v.literal('code')]),
  AllowedOAuthScopes: Texts,
  CallbackURLs: Texts,
  LogoutURLs: Texts,
  GenerateSecret: v.literal(false),
  /** In the units of `TokenValidityUnits`. */
  AccessTokenValidity: Count,
  IdTokenValidity: Count,
  RefreshTokenValidity: Count,
  TokenValidityUnits: v.object({ AccessToken: Unit, IdToken: Unit, RefreshToken: Unit }),
});
export type UserPoolClientProperties = v.InferOutput<typeof UserPoolClientProperties>;

export const UserPoolResourceServerProperties = v.object({
  Identifier: v.string(),
  Scopes: v.array(v.object({ ScopeName: v.string() })),
});

/** Types that are hosted, with the properties that mean nothing on one machine. */
export const identityTypes = {
  'AWS::Cognito::UserPool': {
    schema: v.object({}),
    ignored: [
      'AccountRecoverySetting',
      'AdminCreateUserConfig',
      'AutoVerifiedAttributes',
      'DeletionProtection',
      'EmailVerificationMessage',
      'EmailVerificationSubject',
      'EnabledMfas',
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
  'AWS::Cognito::UserPoolResourceServer': { schema: UserPoolResourceServerProperties, ignored: ['Name', 'UserPoolId'] },
  'AWS::Cognito::UserPoolDomain': { schema: v.object({}), ignored: ['Domain', 'ManagedLoginVersion', 'UserPoolId'] },
} as const;
