import { Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { contentSecurityPolicy, securityHeaders, strictTransportSeconds } from '../security-headers.ts';

/** `securityHeaders` in a distribution's format: some have their own property, the others are custom headers. */
export class SiteHeaders extends Construct {
  readonly policy: cloudfront.ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, name: string, uploads: string) {
    super(scope, id);
    const {
      'content-security-policy': _withoutUploads,
      'strict-transport-security': _strictTransport,
      'x-content-type-options': _nosniff,
      'x-frame-options': _deny,
      'referrer-policy': _sameOrigin,
      ...others
    } = securityHeaders;
    this.policy = new cloudfront.ResponseHeadersPolicy(this, 'Policy', {
      responseHeadersPolicyName: name,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(uploads), override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(strictTransportSeconds),
          includeSubdomains: true,
          preload: true,
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }
}
