/** What every answer carries, whoever made it. */
export const SECURITY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // `no-referrer` would make browsers send `Origin: null` with every form.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-dns-prefetch-control': 'off',
};

/** The policy of answers that are no pages; pages have one of their own, with the hashes of their scripts. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

export const STRICT_TRANSPORT = 'max-age=31536000';
