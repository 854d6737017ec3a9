/**
 * The accounts of admins: a user pool in the data stack, whose groups are networks.
 *
 * Nobody can sign up: an operator creates accounts and adds them to groups (docs/runbook.md).
 */
import { CfnOutput, CfnResource, Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  ResourceServerScope,
  UserPool,
  UserPoolResourceServer,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ADMIN_RESOURCE_SERVER, ADMIN_SCOPE_NAME } from '../../contract/access.ts';
import { setLogicalId } from './ids.ts';

interface AdminPoolProps {
  /** Whether it can't be deleted by mistake. */
  readonly isProtected: boolean;
  readonly removalPolicy: RemovalPolicy;
  readonly secondFactor: 'required' | 'optional';
}

export class AdminPool extends Construct {
  readonly pool: UserPool;
  /** The `iss` of the pool's tokens: the URL below which its keys are published. */
  readonly issuer: string;

  constructor(scope: Construct, id: string, { isProtected, removalPolicy, secondFactor }: AdminPoolProps) {
    super(scope, id);
    this.pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: secondFactor === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
        tempPasswordValidity: Duration.days(3),
      },
      deletionProtection: isProtected,
      removalPolicy,
    });
    setLogicalId(this.pool, 'AdminPool');
    this.setIssuer();
    this.issuer = this.pool.userPoolProviderUrl;
    new UserPoolResourceServer(this, 'Api', {
      userPool: this.pool,
      identifier: ADMIN_RESOURCE_SERVER,
      scopes: [new ResourceServerScope({ scopeName: ADMIN_SCOPE_NAME, scopeDescription: 'Manage webhooks' })],
    });
    this.explain(secondFactor);
    const output = new CfnOutput(this, 'AdminPoolId', {
      value: this.pool.userPoolId,
      description: "The user pool of the panel's admins",
    });
    output.overrideLogicalId('AdminPoolId');
  }

  /**
   * Tokens have one of two issuers, and AWS does not say which one is the default
   * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_IssuerConfigurationType.html). The
   * authorizer expects `ProviderURL`, which is older than the newer of the two (ADR 28).
   */
  private setIssuer(): void {
    const resource = this.pool.node.defaultChild;
    if (!CfnResource.isCfnResource(resource)) throw new Error('The user pool has no resource.');
    // The CDK of an own app may be older than this property.
    resource.addPropertyOverride('IssuerConfiguration', { Type: 'ORIGINAL' });
  }

  private explain(secondFactor: AdminPoolProps['secondFactor']): void {
    const acknowledgements = Validations.of(this.pool);
    acknowledgements.acknowledge({
      id: 'AwsSolutions-COG8',
      reason: 'Operators create the accounts of a few admins; the Plus plan protects pools that anyone can sign up to.',
    });
    if (secondFactor === 'optional') {
      acknowledgements.acknowledge({
        id: 'AwsSolutions-COG2',
        reason: 'The stage has no data that anybody would miss; staging and prod require a second factor.',
      });
    }
  }
}
