/**
 * What every answer of the site's origin carries, pages and API alike, in the cloud and on a developer's machine.
 * Plain data: the local server and the distribution both read it.
 */

/** @param uploads where a page may send files besides its own origin. */
export const contentSecurityPolicy = (...uploads: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...uploads].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const unusedFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics'];

/** Two years: what browsers ask of an origin that they know beforehand to be secure. */
export const strictTransportSeconds = 63_072_000;

/** By lowercase name. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy(),
  'strict-transport-security': `max-age=${strictTransportSeconds}; includeSubDomains; preload`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Links in mails carry their tokens in the address, which is nobody else's to read.
  'referrer-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
} as const;
