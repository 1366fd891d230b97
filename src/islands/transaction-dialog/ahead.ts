// Loads what may be needed without a connection: what saves and shows a change, and the parts of a form that are opened.
// By `import()` alone: what it shared with the dialog would be in every page.

export {};

for (const load of [
  () => import('../../stores/save-or-queue.ts'),
  () => import('../../stores/save-transaction.ts'),
  () => import('../../browser/core/request/body-of.ts'),
  () => import('./refresh-page.ts'),
  () => import('../../browser/core/drafts/follow.ts'),
  () => import('../category-picker/NewCategory.tsx'),
  () => import('../transaction-form/CardFields.tsx'),
  () => import('../transaction-form/MoreFields.tsx'),
  () => import('../transaction-form/PaidFields.tsx'),
  () => import('../../domain/transactions/quick-entry/moment-text.ts'),
  async () => (await import('../dialog/later-texts.tsx')).loadTexts(),
])
  load().catch(() => undefined);
