import type { App } from '../app.ts';

/** Whether jobs rest because the instance is in maintenance. */
export async function isInMaintenance({ site }: Pick<App, 'site'>): Promise<boolean> {
  await site.refresh();
  return site.settings.maintenance_mode;
}
