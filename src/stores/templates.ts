import type { WizardTemplate } from '../islands/recurring/template-values.ts';
import { read } from './cached-reads.ts';

/**
 * A recurring template as it was at most half an hour ago; a change made in this browser since then is seen, and one
 * made elsewhere is told when the template is saved.
 * @throws ApiError
 */
export async function loadTemplate(id: string): Promise<WizardTemplate> {
  const path = `/transactions/templates/${encodeURIComponent(id)}`;
  return (await read<{ template: WizardTemplate }>('templates', path)).template;
}
