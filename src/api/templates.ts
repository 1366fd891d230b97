import { Hono } from 'hono';
import * as v from 'valibot';
import { toDecimal } from '../domain/money.ts';
import { createTemplates, type TemplateWish } from '../domain/recurring/bulk-create.ts';
import { catchUp } from '../domain/recurring/catch-up.ts';
import { changeTemplate } from '../domain/recurring/change.ts';
import { createTemplate } from '../domain/recurring/create.ts';
import { presentTemplate } from '../domain/recurring/present.ts';
import { previewTemplate } from '../domain/recurring/preview.ts';
import { previewChange, type ScopePreview } from '../domain/recurring/preview-change.ts';
import { entryOf, listTemplates, readTemplate } from '../domain/recurring/read.ts';
import { removeTemplate } from '../domain/recurring/remove.ts';
import {
  bulkTemplatesSchema,
  previewSchema,
  removalScopeSchema,
  templateChangesSchema,
  templateSchema,
} from '../domain/recurring/schema.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import { ok } from '../door/answer.ts';
import { check, read } from '../door/input.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { translator } from '../i18n/translate.ts';
import { UNDO_NOTE } from './bulk.ts';
import { about } from './description/about.ts';
import { body, type Call, create, json, todayOf } from './request.ts';
import { occurrenceShape, scopePreviewShape, templateShape } from './shapes/recurring.ts';
import { transactionsShape } from './shapes/transactions.ts';
import { amountShape, countShape, idShape, refusedShape } from './shapes/values.ts';

const RENT = { name: 'Rent', amount: 4200, type: 'expense', interval_type: 'monthly', day_of_month: 31 };

const DATES_NOTE =
  'The first occurrence is the first fitting day from `start_date` on. The 31st falls on the last day of a shorter month and returns after it, and so does 29 February.';

/** Templates of what recurs: what a person writes of them. */
export function templates(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .get(
      '/',
      about({ summary: 'Your recurring templates', data: { templates: v.array(templateShape) } }),
      async (call) => {
        const context = signedIn(call);
        const entries = await listTemplates(context);
        return ok(call, { templates: entries.map((entry) => presentTemplate(entry, context.locale)) });
      },
    )
    .post(
      '/',
      about({
        summary: 'Make a recurring template',
        note: `Its transactions are made at once, from \`start_date\` up to 90 days ahead, and go on being made. ${DATES_NOTE}`,
        body: templateSchema,
        example: RENT,
        creates: true,
        data: { template: templateShape, generated_count: countShape },
        refuses: { NOT_FOUND: 404 },
      }),
      makeOne,
    )
    .post(
      '/preview',
      about({
        summary: 'What a template would come to',
        note: `Writes nothing. ${DATES_NOTE} \`monthly_equivalent\` counts a month as 30 days and a year as 365. \`past_count\` is how many transactions it would record for days before today.`,
        body: previewSchema,
        example: { ...RENT, count: 3 },
        data: {
          occurrences: v.array(occurrenceShape),
          monthly_equivalent: amountShape,
          past_count: countShape,
        },
        refuses: { NOT_FOUND: 404 },
      }),
      preview,
    )
    .post(
      '/bulk',
      about({
        summary: 'Make many recurring templates',
        note: 'The good ones are kept; the others are reported by their place, from 0.',
        body: bulkTemplatesSchema,
        example: { templates: [{ name: 'Rent', amount: -4200, day_of_month: 31 }] },
        creates: true,
        data: {
          templates: v.array(templateShape),
          summary: v.object({ successful: countShape, failed: countShape, totalRequested: countShape }),
          errors: v.array(refusedShape),
        },
      }),
      makeMany,
    )
    .get(
      '/:id',
      about({
        summary: 'One recurring template',
        note: 'With what it has made for the days to come, soonest first.',
        data: { template: templateShape, upcoming: transactionsShape },
      }),
      readOne,
    )
    .put(
      '/:id',
      about({
        summary: 'Change a series',
        note: 'What is missing stays. With scope `future`, the default, what lies before tomorrow (or before `from`) stays as it was: the template ends there and a new one goes on, which is the one answered. With `all` the past changes too. Occurrences that were edited, skipped or deleted by themselves stay so.',
        body: templateChangesSchema,
        refuses: { CONFLICT: 409 },
        example: { amount: 4300, scope: 'future' },
        data: { template: templateShape, updated_count: countShape },
      }),
      changeOne,
    )
    .post(
      '/:id/preview',
      about({
        summary: 'What a change of a series would come to',
        note: 'Writes nothing. For each scope: how many transactions it would change, and the first ones to come. `needs_scope` is false where no transaction would change, such as for a new name.',
        body: templateChangesSchema,
        example: { amount: 4300 },
        data: {
          monthly_equivalent: amountShape,
          needs_scope: v.boolean(),
          future: scopePreviewShape,
          all: scopePreviewShape,
        },
      }),
      previewOfChange,
    )
    .delete(
      '/:id',
      about({
        summary: 'Delete a series',
        note: `Scope \`template\`, the default, keeps what lies in the past; \`future\` ends the template today instead; \`all\` takes the past along. In the address or the body. ${UNDO_NOTE}`,
        query: removalScopeSchema,
        data: { deleted_count: countShape, undo_id: idShape },
      }),
      removeOne,
    );
}

async function makeOne(call: Call): Promise<Response> {
  const input = await body(call, templateSchema(todayOf(signedIn(call))));
  return create(call, async (context) => {
    const { template, generated } = await createTemplate(context, input);
    return {
      template: presentTemplate(await entryOf(context, template), context.locale),
      generated_count: generated,
    };
  });
}

async function preview(call: Call): Promise<Response> {
  const context = signedIn(call);
  const input = await body(call, previewSchema(todayOf(context)));
  const { row, dates, monthlyEquivalent, past } = await previewTemplate(context, input);
  const [amount, type] = [toDecimal(row.amount), row.type];
  return ok(call, {
    occurrences: dates.map((date) => ({ date, amount, type })),
    monthly_equivalent: toDecimal(monthlyEquivalent),
    past_count: past,
  });
}

async function previewOfChange(call: Call): Promise<Response> {
  const context = signedIn(call);
  const changes = await body(call, templateChangesSchema(todayOf(context)));
  const found = await previewChange(context, call.req.param('id') ?? '', changes);
  const [amount, type] = [toDecimal(found.row.amount), found.row.type];
  const shown = ({ updated, dates }: ScopePreview) => ({
    updated_count: updated,
    occurrences: dates.map((date) => ({ date, amount, type })),
  });
  return ok(call, {
    monthly_equivalent: toDecimal(found.monthlyEquivalent),
    needs_scope: found.needsScope,
    future: shown(found.future),
    all: shown(found.all),
  });
}

async function makeMany(call: Call): Promise<Response> {
  const schema = templateSchema(todayOf(signedIn(call)));
  const { templates: sent } = await body(call, bulkTemplatesSchema);
  const wishes = sent.map((raw, index): TemplateWish => ({ index, ...check(schema, raw) }));
  const answer = await create(call, async (context) => {
    const made = await createTemplates(context, wishes);
    const t = translator(context.locale);
    const entries = await Promise.all(made.templates.map((row) => entryOf(context, row)));
    const errors = made.errors.map(({ index, faults }) => ({
      index,
      details: faults.map(({ field, message }) => ({ field, message: t(message) })),
    }));
    return {
      templates: entries.map((entry) => presentTemplate(entry, context.locale)),
      summary: { successful: entries.length, failed: errors.length, totalRequested: wishes.length },
      errors,
    };
  });
  const { app, db, viewer, now } = signedIn(call);
  app.later(async () => void (await catchUp(db, viewer.id, now)));
  return answer;
}

async function readOne(call: Call): Promise<Response> {
  const context = signedIn(call);
  const { template, upcoming } = await readTemplate(context, call.req.param('id') ?? '');
  return ok(call, {
    template: presentTemplate(template, context.locale),
    upcoming: upcoming.map((entry) => presentTransaction(entry, context.locale)),
  });
}

async function changeOne(call: Call): Promise<Response> {
  const context = signedIn(call);
  const changes = await body(call, templateChangesSchema(todayOf(context)));
  const { template, updated } = await changeTemplate(context, call.req.param('id') ?? '', changes);
  return ok(call, {
    template: presentTemplate(await entryOf(context, template), context.locale),
    updated_count: updated,
  });
}

async function removeOne(call: Call): Promise<Response> {
  const context = signedIn(call);
  const sent = await json(call);
  const given = typeof sent === 'object' ? { ...sent, ...call.req.query() } : call.req.query();
  const { scope } = read(removalScopeSchema, given);
  const { deleted, undoId } = await removeTemplate(context, call.req.param('id') ?? '', scope ?? 'template');
  return ok(call, { deleted_count: deleted, undo_id: undoId });
}
