import { Hono } from 'hono';
import * as v from 'valibot';
import { createCategory } from '../domain/categories/create.ts';
import { listCategories } from '../domain/categories/list.ts';
import { presentCategory } from '../domain/categories/present.ts';
import { categoryFilterSchema, categorySchema } from '../domain/categories/schema.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { body, create, query } from './request.ts';
import { categoryShape } from './shapes/categories.ts';

export function categories(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .get(
      '/',
      about({
        summary: 'Your categories',
        query: categoryFilterSchema,
        data: { categories: v.array(categoryShape) },
      }),
      async (call) =>
        ok(call, { categories: await listCategories(signedIn(call), query(call, categoryFilterSchema)) }),
    )
    .post(
      '/',
      about({
        summary: 'Make a category',
        note: 'A missing icon or colour is derived from the name.',
        body: categorySchema,
        example: { name: 'Pottery', type: 'expense' },
        creates: true,
        data: { category: categoryShape },
        refuses: { CATEGORY_EXISTS: 409 },
      }),
      async (call) => {
        signedIn(call);
        const input = await body(call, categorySchema);
        return create(call, async (context) => ({
          category: presentCategory(await createCategory(context, input), context.locale, 0),
        }));
      },
    );
}
