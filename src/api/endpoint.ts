import type { Handler } from 'hono';
import type * as v from 'valibot';
import type { Context, SignedIn } from '../domain/context.ts';
import type { ErrorCode } from '../domain/error.ts';
import { signedIn, signedInAs } from '../http/authentication/authenticate.ts';
import type { Call, HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { type Also, read } from '../http/input.ts';
import { change, contextOf, create, json, todayOf } from './request.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** The schema of a body; some rules depend on the viewer's local date, or on their preferences. */
export type BodySchema = Fields | ((today: string, own: SignedIn['viewer']['preferences']) => Fields);

export interface SentFile {
  field: string;
  types: string[];
  /** The size limit in bytes. */
  most: number;
}

/** What an endpoint is, from which its OpenAPI operation is made. */
export interface Description {
  summary: string;
  /** What the summary leaves open: defaults, limits, side effects. */
  note?: string | undefined;
  /** The schema of the query; a call that changes something may have these fields in its body too. */
  query?: Fields;
  /** The schema of the body, and a valid example. */
  body?: BodySchema;
  example?: Record<string, unknown>;
  file?: SentFile;
  /** The fields of `data` in a successful answer, with shapes from `src/api/shapes`, or the shape of its items. */
  data?: v.ObjectEntries | v.ArraySchema<v.GenericSchema, undefined>;
  /** The media type of an answer that is not `{ success, data }` and, for JSON, its shape. */
  sends?: { type: string; shape?: v.GenericSchema };
  /** Whether it creates: status 201 and `Idempotency-Key`. */
  creates?: boolean;
  /** Whether a change takes an `Idempotency-Key` too. */
  repeatable?: boolean;
  open?: boolean;
  /** The role that it needs, if any signed-in person is not enough. */
  role?: 'admin' | 'super_admin';
  /** Errors beyond those that follow from the other properties, such as `{ EMAIL_EXISTS: 409 }`. */
  refuses?: Partial<Record<ErrorCode, number>>;
}

/** The endpoints of a group, by method and path: `GET /:id`. */
export type Endpoints = Record<string, Handler<HttpEnv>>;

const descriptions = new WeakMap<object, Description>();

export function descriptionOf(handler: object): Description | undefined {
  return descriptions.get(handler);
}

/** An endpoint that reads its request and answers by itself. */
export function plainEndpoint({
  respond,
  ...description
}: Description & { respond: (call: Call) => Response | Promise<Response> }): Handler<HttpEnv> {
  const handler: Handler<HttpEnv> = (call) => respond(call);
  descriptions.set(handler, description);
  return handler;
}

type FieldsOf<Schema> = Schema extends (...given: never[]) => infer Made ? Made : Schema;
type InputOf<Schema> = FieldsOf<Schema> extends Fields ? v.InferOutput<FieldsOf<Schema>> : object;

interface Answering<Query, Body, Open> extends Description {
  query?: Query & Fields;
  body?: Body & BodySchema;
  open?: Open & boolean;
  /** Rules about several fields of the body. */
  also?: (today: string) => Also<FieldsOf<Body> & Fields>;
  /** The `data` of the answer; the context is of any caller where the endpoint is open. */
  answer: (
    context: Open extends true ? Context : SignedIn,
    input: InputOf<Query> & InputOf<Body>,
    request: { id: string; call: Call },
  ) => unknown;
  /** What follows once the answer is stored. */
  afterwards?: (context: SignedIn) => unknown;
}

/** An endpoint that answers with data: authenticated first, validated by its schema, answered once for a key. */
export function endpoint<Query = undefined, Body = undefined, Open = false>({
  also,
  answer,
  afterwards,
  ...description
}: Answering<Query, Body, Open>): Handler<HttpEnv> {
  const { open, role, creates, repeatable } = description;
  const once = creates ? create : repeatable ? change : null;
  return plainEndpoint({
    ...description,
    async respond(call) {
      const context = open ? contextOf(call) : role ? signedInAs(call, role) : signedIn(call);
      const input = (await inputOf(call, description, also)) as InputOf<Query> & InputOf<Body>;
      const work = async (inside: Context) =>
        (await answer(inside as SignedIn, input, { id: call.req.param('id') ?? '', call })) ?? {};
      const response = once && !open ? await once(call, work) : ok(call, await work(context));
      await afterwards?.(context as SignedIn);
      return response;
    },
  });
}

async function inputOf(
  call: Call,
  { query, body, file }: Description,
  also: ((today: string) => Also<Fields>) | undefined,
): Promise<object> {
  const sent = call.req.query();
  if (['GET', 'HEAD'].includes(call.req.method)) return query ? read(query, sent) : {};
  if (file) return {};
  const given = await json(call);
  if (!body) return query ? read(query, { ...given, ...sent }) : {};
  if (typeof body !== 'function' && !also) return read(body, given);
  const context = signedIn(call);
  const today = todayOf(context);
  const schema = typeof body === 'function' ? body(today, context.viewer.preferences) : body;
  return read(schema, given, also?.(today));
}
