/**
 * The version of terms of service and privacy policy that people agree to: the local calendar date of their last change.
 * It is changed with every change of what they say; everybody is then told at their next sign-in.
 */
export const LEGAL_VERSION = '2026-11-27';
