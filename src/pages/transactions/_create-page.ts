import type { AstroGlobal } from 'astro';
import { withNewCategory } from '../../domain/categories/create.ts';
import type { SignedIn } from '../../domain/context.ts';
import { createTransaction } from '../../domain/transactions/create.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { createOnce, submit } from '../../http/pages/submit.ts';
import type { TransactionValues } from '../../islands/form/form-values.ts';
import { formProperties, formSchema, isPreset, presetValues } from './_form-page.ts';
import { remarksOn } from './_remarks.ts';

/**
 * Shows and handles the form of a new transaction, blank or a copy of another one.
 * @param untouched the values that the form starts with
 * @returns the properties of the form, or the response after it was saved
 */
export async function createPage(
  page: AstroGlobal,
  context: SignedIn,
  untouched: TransactionValues,
  mode: 'create' | 'duplicate',
) {
  const form = isPreset(page)
    ? { values: presetValues(page, context, untouched), errors: {} }
    : await submit(page, {
        schema: formSchema(context),
        failure: 'errors:addingFailed',
        async handle(input) {
          const id = await createOnce(
            page,
            context,
            async (inside) => (await withNewCategory(inside, input, createTransaction)).row.id,
          );
          return {
            to: backFrom(page.url),
            flash: page.locals.t('transactions:createSuccess'),
            // No warning of a duplicate where one was requested.
            remarks: await remarksOn(page, context, id, { duplicates: mode === 'create' }),
          };
        },
      });
  if (form instanceof Response) return form;
  const values = { ...untouched, ...form.values };
  return { ...(await formProperties(page, context, mode, values)), values, errors: form.errors };
}
