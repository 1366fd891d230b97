import type { MiddlewareHandler } from 'hono';
import type * as v from 'valibot';
import type { ErrorCode } from '../../domain/error.ts';
import type { HttpEnv } from '../../http/call.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** The schema of a body; some rules depend on the viewer's local date. */
export type BodySchema = Fields | ((today: string) => Fields);

interface Summary {
  /** One line, in the imperative. */
  summary: string;
  /** What the summary leaves open: defaults, limits, side effects. */
  note?: string;
  /** The schema that the handler passes to `query()`. */
  query?: Fields;
  /** The fields of `data` in a successful answer, with shapes from `src/api/shapes`, or the shape of its items. */
  data?: v.ObjectEntries | v.ArraySchema<v.GenericSchema, undefined>;
  /** The media type of an answer that is not `{ success, data }` and, for JSON, its shape. */
  sends?: { type: string; shape?: v.GenericSchema };
  /** Whether it creates: status 201 and `Idempotency-Key`. */
  creates?: boolean;
  /** Whether a change takes an `Idempotency-Key` too. */
  repeatable?: boolean;
  /** Whether it answers without a sign-in. */
  open?: boolean;
  /** The role that it needs, if any signed-in person is not enough. */
  role?: 'admin' | 'super_admin';
  /** Errors beyond those that follow from the other properties, such as `{ EMAIL_EXISTS: 409 }`. */
  refuses?: Partial<Record<ErrorCode, number>>;
}

/** The schema that the handler passes to `body()`, and a valid example. */
interface JsonBody {
  body: BodySchema;
  example: Record<string, unknown>;
}

/** A file in a form, `multipart/form-data`. */
export interface SentFile {
  field: string;
  /** The accepted media types. */
  types: string[];
  /** The size limit in bytes. */
  most: number;
}

/** The description of a route, from which its OpenAPI operation is made. */
export type Description = Summary &
  (
    | (JsonBody & { file?: never })
    | { file: SentFile; body?: never; example?: never }
    | { file?: never; body?: never; example?: never }
  );

const descriptions = new WeakMap<object, Description>();

/** Attaches a description to a route, as a middleware that does nothing else. */
export function about(description: Description): MiddlewareHandler<HttpEnv> {
  const step: MiddlewareHandler<HttpEnv> = (_call, next) => next();
  descriptions.set(step, description);
  return step;
}

/** The description that a middleware of `about` carries. */
export function descriptionOf(handler: object): Description | undefined {
  return descriptions.get(handler);
}
