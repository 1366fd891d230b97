/**
 * The version of terms of service and privacy policy: the local date of their last change. Update it with every change
 * of their content; people are then notified at their next sign-in.
 */
export const LEGAL_VERSION = '2026-11-29';
