import { Hono } from 'hono';
import { createCategory } from '../domain/categories/create.ts';
import { listCategories } from '../domain/categories/list.ts';
import { presentCategory } from '../domain/categories/present.ts';
import { categoryFilterSchema, categorySchema } from '../domain/categories/schema.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { body, create, query } from './request.ts';

export function categories(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .get('/', async (call) =>
      ok(call, { categories: await listCategories(signedIn(call), query(call, categoryFilterSchema)) }),
    )
    .post('/', async (call) => {
      signedIn(call);
      const input = await body(call, categorySchema);
      return create(call, async (context) => ({
        category: presentCategory(await createCategory(context, input), context.locale, 0),
      }));
    });
}
