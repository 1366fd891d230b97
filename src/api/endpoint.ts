import type { Handler } from 'hono';
import type * as v from 'valibot';
import { todayOf } from '../domain/calendar.ts';
import type { Context, SignedIn } from '../domain/context.ts';
import { type ErrorCode, type FieldError, firstOfEach, invalid } from '../domain/error.ts';
import { confirmAdministration } from '../domain/users/second-factor/check-code.ts';
import { signedIn, signedInAs } from '../http/authentication/authenticate.ts';
import type { Call, HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { type Also, check, type Fields, type Given, read } from '../http/input.ts';
import { change, contextOf, create, json, withConfirmation } from './request.ts';

/** Some rules depend on the viewer's local date or preferences. */
export type BodySchema = Fields | ((today: string, preferences: SignedIn['viewer']['preferences']) => Fields);

export interface SentFile {
  field: string;
  types: string[];
  /** In bytes. */
  most: number;
  /** Beside the file. */
  fields?: Fields;
}

export interface Description {
  summary: string;
  /** What the summary leaves open: defaults, limits, side effects. */
  note?: string | undefined;
  /** A call that changes something may have these fields in its body too. */
  query?: Fields;
  body?: BodySchema;
  example?: Record<string, unknown>;
  file?: SentFile;
  /** The fields of `data` in a successful answer, or the shape of its items. */
  data?: v.ObjectEntries | v.ArraySchema<v.GenericSchema, undefined>;
  /** For an answer that is not `{ success, data }`. */
  sends?: { type: string; shape?: v.GenericSchema };
  /** Whether it creates: status 201, and `Idempotency-Key` unless it creates every time, as where the answer is a secret. */
  creates?: boolean | 'every time';
  /** Whether a change takes an `Idempotency-Key` too. */
  repeatable?: boolean;
  open?: boolean;
  role?: 'admin' | 'super_admin';
  /** Errors beyond those that follow from the other properties, such as `{ EMAIL_EXISTS: 409 }`. */
  refuses?: Partial<Record<ErrorCode, number>>;
}

/** By method and path: `GET /:id`. */
export type Endpoints = Record<string, Handler<HttpEnv>>;

const descriptions = new WeakMap<object, Description>();

export function descriptionOf(handler: object): Description | undefined {
  return descriptions.get(handler);
}

/** Authenticates, unless it is open. */
export function plainEndpoint({
  respond,
  ...description
}: Description & { respond: (call: Call) => Response | Promise<Response> }): Handler<HttpEnv> {
  const handler: Handler<HttpEnv> = (call) => {
    if (!description.open) signedIn(call);
    return respond(call);
  };
  descriptions.set(handler, description);
  return handler;
}

/**
 * What only the database knows to be wrong. It is asked for the valid fields of a body that has other errors, so that the
 * answer names all of them; by itself, the use case refuses it.
 */
type DataErrors<Valid> = (
  context: SignedIn,
  valid: Valid,
  request: { id: string; sent: Given },
) => FieldError[] | Promise<FieldError[]>;

type FieldsOf<Schema> = Schema extends (...parameters: never[]) => infer Made ? Made : Schema;
type InputOf<Schema> = FieldsOf<Schema> extends Fields ? v.InferOutput<FieldsOf<Schema>> : object;

interface Answering<Query, Body, Open> extends Description {
  query?: Query & Fields;
  body?: Body & BodySchema;
  open?: Open & boolean;
  /** Rules about several fields of the body. */
  also?: (today: string) => Also<FieldsOf<Body> & Fields>;
  errors?: DataErrors<Partial<InputOf<Body>>>;
  /** Open endpoints get the context of any caller. */
  answer: (
    context: Open extends true ? Context : SignedIn,
    input: InputOf<Query> & InputOf<Body>,
    request: { id: string; call: Call },
  ) => unknown;
  /** Runs after the answer is stored. */
  afterwards?: (context: SignedIn) => unknown;
}

/** Authenticates, validates by the schema and answers once per key. */
export function endpoint<Query = undefined, Body = undefined, Open = false>({
  also,
  errors,
  answer,
  afterwards,
  ...description
}: Answering<Query, Body, Open>): Handler<HttpEnv> {
  const { open, role, creates, repeatable } = description;
  const once = creates === true ? create : repeatable ? change : null;
  return plainEndpoint({
    ...description,
    async respond(call) {
      const context = open ? contextOf(call) : role ? signedInAs(call, role) : signedIn(call);
      const input = (await inputOf(call, description, { also, errors })) as InputOf<Query> & InputOf<Body>;
      if (role && !isReading(call)) await confirmAdministration(await withConfirmation(call, signedIn(call)));
      const work = async (inside: Context) =>
        (await answer(inside as SignedIn, input, { id: call.req.param('id') ?? '', call })) ?? {};
      const status = creates ? 201 : 200;
      const response =
        once && !open
          ? await once(call, work)
          : ok(call, await work(await withConfirmation(call, context)), status);
      await afterwards?.(context as SignedIn);
      return response;
    },
  });
}

function isReading({ req }: Call): boolean {
  return ['GET', 'HEAD'].includes(req.method);
}

interface Rules {
  also: ((today: string) => Also<Fields>) | undefined;
  // The schema of the same endpoint has made the fields.
  errors: DataErrors<never> | undefined;
}

async function inputOf(
  call: Call,
  { query, body, file }: Description,
  { also, errors }: Rules,
): Promise<object> {
  const parameters = call.req.query();
  if (isReading(call)) return query ? read(query, parameters) : {};
  if (file) return {};
  const fields = await json(call);
  if (!body) return query ? read(query, { ...fields, ...parameters }) : {};
  if (typeof body !== 'function' && !also && !errors) return read(body, fields);
  const context = signedIn(call);
  const today = todayOf(context);
  const schema = typeof body === 'function' ? body(today, context.viewer.preferences) : body;
  const checked = check(schema, fields, also?.(today));
  if (!checked.errors) return checked.input;
  const request = { id: call.req.param('id') ?? '', sent: checked.sent };
  const found = (await errors?.(context, checked.valid as never, request)) ?? [];
  throw invalid(...firstOfEach([...checked.errors, ...found]));
}
