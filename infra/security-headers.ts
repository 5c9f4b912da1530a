/**
 * The headers of every response of the site's origin, for pages and API, in the cloud and locally.
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

/** Two years, as the preload list of browsers requires. */
export const strictTransportSeconds = 63_072_000;

/** By lowercase name. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy(),
  'strict-transport-security': `max-age=${strictTransportSeconds}; includeSubDomains; preload`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Links in mail carry tokens in the address, which other sites must not receive.
  'referrer-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
} as const;
