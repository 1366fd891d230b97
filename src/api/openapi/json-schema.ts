import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { isDate } from '../../domain/calendar.ts';
import { lettersInSchema } from '../../domain/schemas.ts';
import { activityShape, adminUserShape } from '../shapes/admin.ts';
import { balanceShape, categoryShareShape, dayShape } from '../shapes/balance.ts';
import { categoryAnalyticsShape, categoryShape } from '../shapes/categories.ts';
import { templateShape } from '../shapes/recurring.ts';
import { paginationShape, transactionShape } from '../shapes/transactions.ts';
import { preferencesShape, userShape } from '../shapes/users.ts';

/** Shapes that the description names. */
const SHAPES = {
  ActivityEntry: activityShape,
  AdminUser: adminUserShape,
  Category: categoryShape,
  CategoryAnalytics: categoryAnalyticsShape,
  CategoryShare: categoryShareShape,
  Day: dayShape,
  Pagination: paginationShape,
  Preferences: preferencesShape,
  Balance: balanceShape,
  Template: templateShape,
  Transaction: transactionShape,
  User: userShape,
};

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
}

type Converted = ReturnType<typeof toJsonSchema>;

const usual = {
  target: 'draft-2020-12',
  // Actions such as trimming do not limit a value and have no JSON Schema.
  errorMode: 'ignore',
  overrideAction,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig;

export function shapeSchemas(): Record<string, JsonSchema> {
  return toJsonSchemaDefs(SHAPES, usual) as Record<string, Converted> as Record<string, JsonSchema>;
}

export function answerSchema(shape: v.GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...schema } = toJsonSchema(shape, { ...usual, definitions: SHAPES });
  return schema as JsonSchema;
}

/**
 * The schema of an input. Required fields and defaults are found by parsing a missing field, and in a body fields that may
 * be null by parsing null.
 */
export function inputSchema(fields: v.ObjectSchema<v.ObjectEntries, undefined>, isBody = false): JsonSchema {
  const { $schema: _, ...schema } = toJsonSchema(fields, {
    ...usual,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      'entries' in valibotSchema
        ? (withNothing(
            jsonSchema as JsonSchema,
            valibotSchema.entries as v.ObjectEntries,
            isBody,
          ) as Converted)
        : undefined,
  });
  return schema as JsonSchema;
}

function withNothing(schema: JsonSchema, entries: v.ObjectEntries, isBody: boolean): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const { default: _, ...property } = schema.properties?.[name] ?? {};
    const nothing = v.safeParse(entry, undefined);
    if (!nothing.success) required.push(name);
    const described = nothing.success ? withDefault(property, nothing.output) : property;
    const takesNull = v.safeParse(entry, null).success;
    properties[name] = !isBody ? described : takesNull ? withNull(described) : withoutNull(described);
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function withNull({ type, anyOf, enum: values, ...property }: JsonSchema): JsonSchema {
  // A type that is said beside choices is wider than they are.
  if (type)
    return {
      ...property,
      type: [...new Set([type, 'null'].flat())],
      ...(Array.isArray(values) && { enum: [...values, null] }),
    };
  if (Array.isArray(values)) return { ...property, enum: [...values, null] };
  return Array.isArray(anyOf) ? { ...property, anyOf: [...anyOf, { type: 'null' }] } : property;
}

// A later rule of the field may refuse what an earlier one takes.
function withoutNull({ anyOf, ...property }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return property;
  const [first, ...others] = (anyOf as JsonSchema[]).filter(({ type }) => type !== 'null');
  return others.length === 0 ? { ...first, ...property } : { ...property, anyOf: [first, ...others] };
}

function withDefault(property: JsonSchema, value: unknown): JsonSchema {
  // A flag in a query is a string that is parsed to a boolean.
  if (typeof value === 'boolean') return { ...property, type: 'boolean', default: value };
  const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isPlain ? { ...property, default: value } : property;
}

type Action = Parameters<NonNullable<ConversionConfig['overrideAction']>>[0];

// Rules that the converter does not support: our own, numbers written as strings, a second pattern.
function overrideAction({ valibotAction, jsonSchema }: Action) {
  const action = valibotAction as { type: string; requirement?: unknown; operation?: unknown };
  if (action.requirement === isDate) return { ...jsonSchema, format: 'date' };
  const letters = lettersInSchema(action.requirement);
  if (letters) return { ...jsonSchema, ...letters };
  if (action.operation === Number) {
    const { pattern: _, ...rest } = jsonSchema;
    return { ...rest, type: 'integer' as const };
  }
  if (action.type === 'regex' && action.requirement instanceof RegExp) {
    const pattern = action.requirement.source;
    if (jsonSchema.pattern !== pattern) {
      return { ...jsonSchema, allOf: [...(jsonSchema.allOf ?? []), { pattern }] };
    }
  }
  return undefined;
}
