import type { APIRoute } from 'astro';
import { orderRules, readRules } from '../../domain/rules/rules.ts';
import { pressedRow } from '../../http/pages/submit.ts';

/** Handles the buttons that move a rule. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const { form, signedIn: context } = locals;
  for (const [prefix, step] of [
    ['up:', -1],
    ['down:', 1],
  ] as const) {
    const id = pressedRow(form, prefix);
    if (id === undefined) continue;
    const ids = (await readRules(context)).map((rule) => rule.id);
    const index = ids.indexOf(id);
    if (index !== -1) await orderRules(context, ids.toSpliced(index, 1).toSpliced(index + step, 0, id));
    return redirect(`/rules#menu-${id}`, 303);
  }
  return redirect('/rules', 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/rules', 302);
