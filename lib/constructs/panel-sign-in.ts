/**
 * How the panel signs admins in: its client of the user pool, and the sign-in page (Cognito's managed login).
 *
 * Authorization code with PKCE, and no client secret, since a browser can't keep one. Access tokens are short-lived,
 * because a group that an admin has left stays in them. Refresh tokens are for one use, and last a working day.
 */
import { Duration, Fn } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  ClientAttributes,
  ManagedLoginVersion,
  OAuthScope,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ADMIN_SCOPE } from '../../contract/access.ts';
import type { AdminPool } from './admin-pool.ts';
import { partOfStackId } from './ids.ts';

/** The settings of sign-in in the panel's `config.json`. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
}

interface PanelSignInProps {
  readonly admins: AdminPool;
  /** How the name of the sign-in page begins. */
  readonly prefix: string;
}

export class PanelSignIn extends Construct {
  /** The URLs that the panel calls to sign in. */
  readonly endpoints: readonly [issuer: string, page: string];
  private readonly admins: AdminPool;

  constructor(scope: Construct, id: string, { admins, prefix }: PanelSignInProps) {
    super(scope, id);
    this.admins = admins;
    const domain = new UserPoolDomain(this, 'Domain', {
      userPool: admins.pool,
      // Unique in the region.
      cognitoDomain: { domainPrefix: Fn.join('-', [prefix, partOfStackId(this)]) },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.endpoints = [`${admins.issuer}/`, domain.baseUrl()];
  }

  /** Registers the panel at `panelUrl`, and returns its settings of sign-in. */
  addClient(panelUrl: string): SignInSettings {
    const { pool, issuer } = this.admins;
    const scopes = [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.custom(ADMIN_SCOPE)];
    const { userPoolClientId: clientId } = new UserPoolClient(this, 'Client', {
      userPool: pool,
      generateSecret: false,
      authFlows: { userSrp: true },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: { flows: { authorizationCodeGrant: true }, scopes, callbackUrls: [panelUrl], logoutUrls: [panelUrl] },
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.hours(12),
      refreshTokenRotationGracePeriod: Duration.seconds(30),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
    });
    // Without a style, which may be Cognito's own, managed login shows no page.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId,
      useCognitoProvidedValues: true,
    });
    return { issuer, clientId, scope: scopes.map(({ scopeName }) => scopeName).join(' ') };
  }
}
