import { toJsonSchema } from '@valibot/to-json-schema';
import { documentSchema } from '../../src/domain/export/document.schema.ts';
import { lettersInSchema } from '../../src/domain/schemas.ts';

/** The JSON Schema of exported files, as in `docs/account.schema.json`. */
export function documentJsonSchema(): object {
  return toJsonSchema(documentSchema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // Our own rules, such as whether a date exists, have no JSON Schema.
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const letters = lettersInSchema((valibotAction as { requirement?: unknown }).requirement);
      return letters ? { ...jsonSchema, ...letters } : undefined;
    },
  });
}
