import { Hono } from 'hono';
import { listCategories } from '../domain/categories/list.ts';
import { categoryFilterSchema } from '../domain/categories/schema.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { query } from './request.ts';

export function categories(): Hono<DoorEnv> {
  return new Hono<DoorEnv>().get('/', async (call) =>
    ok(call, { categories: await listCategories(signedIn(call), query(call, categoryFilterSchema)) }),
  );
}
