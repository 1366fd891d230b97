import * as v from 'valibot';
import { todayOf } from '../domain/calendar.ts';
import { chargedAmount } from '../domain/charged.ts';
import { toDecimal } from '../domain/money.ts';
import { catchUp } from '../domain/recurring/generation/catch-up.ts';
import { changedTemplateErrors, changeTemplate } from '../domain/recurring/templates/change.ts';
import {
  createTemplate,
  createTemplates,
  type TemplateItem,
  templateErrors,
} from '../domain/recurring/templates/create.ts';
import { readTemplateAhead } from '../domain/recurring/templates/overview.ts';
import { isMoving, shownType } from '../domain/recurring/templates/phases.ts';
import { previewChange, previewTemplate, type ScopePreview } from '../domain/recurring/templates/preview.ts';
import {
  describeTemplate,
  knownWorth,
  listTemplates,
  presentCharged,
  presentStored,
  presentTemplate,
} from '../domain/recurring/templates/read.ts';
import { removeTemplate } from '../domain/recurring/templates/remove.ts';
import {
  bulkTemplatesSchema,
  contradictionsOn,
  previewSchema,
  removalScopeSchema,
  templateChangesSchema,
  templateSchema,
} from '../domain/recurring/templates/schema.ts';
import { presentEntry } from '../domain/transactions/present.ts';
import { check } from '../http/input.ts';
import { UNDO_NOTE } from './bulk.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { presentRefused } from './refused.ts';
import { occurrenceShape, scopePreviewShape, templateShape } from './shapes/recurring.ts';
import { entriesShape } from './shapes/transactions.ts';
import { amountShape, countShape, dateShape, idShape, refusedShape } from './shapes/values.ts';

const RENT = { name: 'Rent', amount: 4200, type: 'expense', interval_type: 'monthly', day_of_month: 31 };

const DATES_NOTE =
  'The first occurrence is the first matching day on or after `start_date`. In a month without a 31st, or a year without a 29 February, the occurrence falls on the last day of the month.';

const CATEGORY_NOTE =
  'A category of the other type is refused, and so is a `category_name` that none of your categories has.';

export const templates: Endpoints = {
  'GET /': endpoint({
    summary: 'List your recurring templates',
    data: { templates: v.array(templateShape) },
    answer: async (context) => {
      const entries = await listTemplates(context);
      return { templates: entries.map((entry) => presentTemplate(entry, context.locale)) };
    },
  }),
  'POST /': endpoint({
    summary: 'Create a recurring template',
    note: `Its occurrences are generated at once from \`start_date\` up to 90 days ahead, and later ones as time passes. A \`transfer\` moves \`amount\` from \`fromAccountId\` to \`toAccountId\`, in no category and in no total. ${DATES_NOTE} ${CATEGORY_NOTE}`,
    body: templateSchema,
    example: RENT,
    creates: true,
    data: { template: templateShape, generated_count: countShape },
    refuses: { NOT_FOUND: 404 },
    also: contradictionsOn,
    errors: templateErrors,
    answer: async (context, input) => {
      const { template, generated } = await createTemplate(context, input);
      const entry = { ...(await describeTemplate(context, template)), count: generated };
      return { template: presentTemplate(entry, context.locale), generated_count: generated };
    },
    afterwards: ({ db, viewer, now }) => catchUp(db, viewer.id, now),
  }),
  'POST /preview': endpoint({
    summary: 'Preview a recurring template',
    note: `Saves nothing. ${DATES_NOTE} \`monthly_equivalent\` counts a month as 30 days and a year as 365. \`past_count\` is the number of occurrences before today.`,
    body: previewSchema,
    example: { ...RENT, count: 3 },
    data: {
      occurrences: v.array(occurrenceShape),
      monthly_equivalent: v.nullable(amountShape),
      past_count: countShape,
    },
    refuses: { NOT_FOUND: 404 },
    also: contradictionsOn,
    errors: templateErrors,
    answer: async (context, input) => {
      const { row, account, dates, monthlyEquivalent, past } = await previewTemplate(context, input);
      const shown = {
        amount: isMoving(row) ? toDecimal(chargedAmount(row)) : knownWorth(row.amount),
        ...presentCharged(row, account),
        type: shownType(row),
      };
      return {
        occurrences: dates.map((date) => ({ date, ...shown })),
        monthly_equivalent: knownWorth(monthlyEquivalent),
        past_count: past,
      };
    },
  }),
  'POST /bulk': endpoint({
    summary: 'Create several recurring templates',
    note: 'Valid items are created. The others are returned in `errors` with their index in the request, from 0. Beyond the first 200 occurrences they are generated after the answer; `pending_templates` is the number of templates that wait for it.',
    body: bulkTemplatesSchema,
    example: { templates: [{ name: 'Rent', amount: -4200, day_of_month: 31 }] },
    creates: true,
    data: {
      templates: v.array(templateShape),
      summary: v.object({ successful: countShape, failed: countShape, totalRequested: countShape }),
      pending_templates: countShape,
      errors: v.array(refusedShape),
    },
    answer: async (context, { templates: sent }) => {
      const today = todayOf(context);
      const schema = templateSchema(today);
      const items = sent.map(
        (raw, index): TemplateItem => ({ index, ...check(schema, raw, contradictionsOn(today)) }),
      );
      const created = await createTemplates(context, items);
      const entries = await Promise.all(created.templates.map((row) => describeTemplate(context, row)));
      const errors = presentRefused(created.errors, sent, context.locale);
      return {
        templates: entries.map((entry) => presentTemplate(entry, context.locale)),
        summary: { successful: entries.length, failed: errors.length, totalRequested: items.length },
        pending_templates: created.pending,
        errors,
      };
    },
    afterwards: ({ defer, db, viewer, now }) =>
      defer(async (isStopping) => void (await catchUp(db, viewer.id, now, isStopping))),
  }),
  'GET /:id': endpoint({
    summary: 'Get a recurring template',
    note: 'With its upcoming transactions, soonest first, at most 100.',
    data: { template: templateShape, upcoming: entriesShape },
    answer: async (context, _input, { id }) => {
      const { template, upcoming } = await readTemplateAhead(context, id);
      return {
        template: presentTemplate(template, context.locale),
        upcoming: upcoming.map((entry) => presentEntry(entry, context.locale)),
      };
    },
  }),
  'PUT /:id': endpoint({
    summary: 'Update a recurring template',
    note: 'Missing fields stay unchanged; a new `type` removes a category of the other type, unless another one is sent. With scope `future`, the default, occurrences before tomorrow (or before `from`) stay unchanged; with `all`, past occurrences change too. Only the fields that are sent change, also where the template has other values on other days: `prices` lists the amounts. The template keeps its id, `start_date` stays the first day of the series, and `max_occurrences` counts all of it; without an `end_type` of `occurrences` it has no effect. The other fields are those of tomorrow. With `basedOn` or `updated_at`, that of the version that was shown, fields that equal that version are not taken as sent: an answer can be sent back whole with what changes. Occurrences that were edited, skipped or deleted individually stay as they are. POST /transactions/restore with `undo_id` undoes the change within an hour, unless the template was changed since; it is null where nothing has changed, and where `is_active` has. `changed_from` is the first date that has the change, if those before it do not.',
    body: templateChangesSchema,
    errors: (context, valid, { id }) => changedTemplateErrors(context, id, valid),
    refuses: { CONFLICT: 409 },
    example: { amount: 4300, scope: 'future' },
    data: {
      template: templateShape,
      updated_count: countShape,
      undo_id: v.nullable(idShape),
      changed_from: v.nullable(dateShape),
    },
    answer: async (context, changes, { id }) => {
      const { template, updated, undoId, from } = await changeTemplate(context, id, changes);
      return {
        template: await presentStored(context, template),
        updated_count: updated,
        undo_id: undoId,
        changed_from: from,
      };
    },
  }),
  'POST /:id/preview': endpoint({
    summary: 'Preview a change of a recurring template',
    note: 'Saves nothing. Returns for each scope how many of the transactions up to today and after it would change, and the next occurrences. `updated_count` is that of the change, in which one that moves is deleted and added. `needs_scope` is false if no transaction would change, for example for a new name.',
    body: templateChangesSchema,
    errors: (context, valid, { id }) => changedTemplateErrors(context, id, valid),
    example: { amount: 4300 },
    data: {
      monthly_equivalent: v.nullable(amountShape),
      needs_scope: v.boolean(),
      future: scopePreviewShape,
      all: scopePreviewShape,
    },
    answer: async (context, changes, { id }) => {
      const preview = await previewChange(context, id, changes);
      const shown = ({ updated, past, coming, occurrences }: ScopePreview) => ({
        updated_count: updated,
        past_count: past,
        coming_count: coming,
        occurrences: occurrences.map(({ account, ...one }) => ({
          date: one.date,
          amount: preview.isTransfer ? toDecimal(chargedAmount(one)) : knownWorth(one.amount),
          ...presentCharged(one, account),
          type: preview.isTransfer ? ('transfer' as const) : one.type,
        })),
      });
      return {
        monthly_equivalent: knownWorth(preview.monthlyEquivalent),
        needs_scope: preview.needsScope,
        future: shown(preview.future),
        all: shown(preview.all),
      };
    },
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete a recurring template',
    note: `Scope \`template\`, the default, deletes the template and its upcoming transactions; \`future\` ends the template today instead, unless it has had no date yet; \`all\` also deletes past transactions. \`scope\` may be in the query or the body. ${UNDO_NOTE}`,
    query: removalScopeSchema,
    data: { deleted_count: countShape, undo_id: idShape },
    answer: async (context, { scope }, { id }) => {
      const { deleted, undoId } = await removeTemplate(context, id, scope ?? 'template');
      return { deleted_count: deleted, undo_id: undoId };
    },
  }),
};
