import type { MiddlewareHandler } from 'hono';
import type * as v from 'valibot';
import type { ErrorCode } from '../../domain/error.ts';
import type { DoorEnv } from '../../door/visitor.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** What a body is checked by; some rules depend on the caller's local day. */
export type BodySchema = Fields | ((today: string) => Fields);

interface Said {
  /** One line on what the call does. */
  summary: string;
  /** What the summary leaves open. */
  note?: string;
  /** The very schema that the handler gives to `query()`. */
  query?: Fields;
  /** What `data` of a good answer holds: shapes from `src/api/shapes`. */
  data?: v.ObjectEntries;
  /** An answer that is no `{ success, data }`: its media type and, for JSON, what it holds. */
  sends?: { type: string; shape?: v.GenericSchema };
  /** The status of a good answer, where it is not 200. */
  status?: 201;
  /** Creates through `create()`: 201, and the first answer again for the same `Idempotency-Key`. */
  creates?: boolean;
  /** Answers anybody, not only people who are signed in. */
  open?: boolean;
  /** Refusals beyond those that follow from everything else, such as `{ EMAIL_EXISTS: 409 }`. */
  refuses?: Partial<Record<ErrorCode, number>>;
}

/** The very schema that the handler gives to `body()`, and a body that it takes. */
interface Sent {
  body: BodySchema;
  example: Record<string, unknown>;
}

/** A file that comes in a form, `multipart/form-data`. */
export interface SentFile {
  field: string;
  /** Media types that its content may have. */
  types: string[];
  /** Bytes. */
  most: number;
}

/** What the description of the API says of a route. */
export type Description = Said &
  (
    | (Sent & { file?: never })
    | { file: SentFile; body?: never; example?: never }
    | { file?: never; body?: never; example?: never }
  );

const descriptions = new WeakMap<object, Description>();

/** Stands before a route's handler and says what it does; a request only passes through. */
export function about(description: Description): MiddlewareHandler<DoorEnv> {
  const step: MiddlewareHandler<DoorEnv> = (_call, next) => next();
  descriptions.set(step, description);
  return step;
}

/** What was said of a route, if this is what said it. */
export function descriptionOf(handler: object): Description | undefined {
  return descriptions.get(handler);
}
