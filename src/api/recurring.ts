import { Hono } from 'hono';
import * as v from 'valibot';
import { bringDatesBack } from '../domain/recurring/bring-dates-back.ts';
import { catchUp } from '../domain/recurring/catch-up.ts';
import { presentTemplate } from '../domain/recurring/present.ts';
import { presentSeries } from '../domain/recurring/present-series.ts';
import { entryOf } from '../domain/recurring/read.ts';
import { readSeries } from '../domain/recurring/read-series.ts';
import { regenerateTemplate } from '../domain/recurring/regenerate.ts';
import { removeOccurrence, skipUpcoming } from '../domain/recurring/remove-occurrence.ts';
import { resumeTemplate } from '../domain/recurring/resume.ts';
import { recurringRemovalSchema, skipSchema } from '../domain/recurring/schema.ts';
import { skipDates } from '../domain/recurring/skip.ts';
import { stopTemplate } from '../domain/recurring/stop.ts';
import { ok } from '../door/answer.ts';
import { read } from '../door/input.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { UNDO_NOTE } from './bulk.ts';
import { about } from './description/about.ts';
import { body, json } from './request.ts';
import { seriesShape, templateShape } from './shapes/recurring.ts';
import { countShape, dateShape, idShape } from './shapes/values.ts';

const SCOPES = { current: 'single', future: 'future', all: 'all' } as const;

const removedShapes = { deleted_count: countShape, undo_id: idShape };

/** What is done with templates and with what they have made. */
export function recurring(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/templates/:id/skip',
      about({
        summary: 'Skip dates of a series for good',
        note: 'Dates on which nothing falls are left out too, should the series ever fall there.',
        body: skipSchema,
        example: { dates: ['2026-07-31'] },
        data: { skipped: v.array(dateShape), removed_count: countShape, undo_id: idShape },
        refuses: { NOT_FOUND: 404 },
      }),
      async (call) => {
        const context = signedIn(call);
        const { dates } = await body(call, skipSchema);
        const { skipped, removed, undoId } = await skipDates(context, call.req.param('id'), dates);
        return ok(call, { skipped, removed_count: removed, undo_id: undoId });
      },
    )
    .delete(
      '/templates/:id/skip',
      about({
        summary: 'Take skipped dates of a series back',
        note: 'What the series would have made for them by now is made, as it is today. Dates that were not skipped are passed over.',
        body: skipSchema,
        example: { dates: ['2026-07-31'] },
        data: { brought_back: v.array(dateShape), generated_count: countShape },
        refuses: { NOT_FOUND: 404 },
      }),
      async (call) => {
        const context = signedIn(call);
        const { dates } = await body(call, skipSchema);
        const { brought, generated } = await bringDatesBack(context, call.req.param('id'), dates);
        return ok(call, { brought_back: brought, generated_count: generated });
      },
    )
    .post(
      '/templates/:id/stop',
      about({
        summary: 'Stop a series',
        note: 'Nothing more is made, and what was made for the days to come goes.',
        data: { template: templateShape },
      }),
      async (call) => {
        const context = signedIn(call);
        await json(call);
        const { template } = await stopTemplate(context, call.req.param('id'));
        return ok(call, { template: presentTemplate(await entryOf(context, template), context.locale) });
      },
    )
    .post(
      '/templates/:id/resume',
      about({
        summary: 'Let a stopped series go on',
        note: 'From today; what fell on the days in between is not made up for.',
        data: { template: templateShape, generated_count: countShape },
      }),
      async (call) => {
        const context = signedIn(call);
        await json(call);
        const { template, generated } = await resumeTemplate(context, call.req.param('id'));
        return ok(call, {
          template: presentTemplate(await entryOf(context, template), context.locale),
          generated_count: generated,
        });
      },
    )
    .post(
      '/templates/:id/regenerate',
      about({
        summary: 'Make the days to come of a series anew',
        note: 'What was edited, skipped or deleted by itself stays so.',
        data: { generated_count: countShape, removed_count: countShape },
      }),
      async (call) => {
        const context = signedIn(call);
        await json(call);
        const { generated, removed } = await regenerateTemplate(context, call.req.param('id'));
        return ok(call, { generated_count: generated, removed_count: removed });
      },
    )
    .post(
      '/generate-recurring',
      about({
        summary: 'Make now whatever your templates have to make',
        note: 'The server does so by itself; asking again makes nothing twice.',
        data: { generated_count: countShape },
      }),
      async (call) => {
        const { db, viewer, now } = signedIn(call);
        await json(call);
        return ok(call, { generated_count: await catchUp(db, viewer.id, now) });
      },
    )
    .get(
      '/recurring/:id',
      about({
        summary: 'The series of an occurrence',
        note: 'Its next dates, and what deleting or changing this one, it and what follows, or all of it would touch. Of what would change, `edited_count` counts only the occurrence itself: others that were edited by themselves stay as they are. Without `template_id` the series was deleted, and nothing but the occurrence can be changed.',
        data: { series: seriesShape },
      }),
      async (call) => {
        const series = await readSeries(signedIn(call), call.req.param('id'));
        return ok(call, { series: presentSeries(series) });
      },
    )
    .delete(
      '/recurring/:id',
      about({
        summary: 'Delete an occurrence, or its series from there on, or all of it',
        note: `\`deleteType\` and \`templateId\` in the address or the body. ${UNDO_NOTE}`,
        query: recurringRemovalSchema,
        data: removedShapes,
      }),
      async (call) => {
        const context = signedIn(call);
        const sent = await json(call);
        const given = typeof sent === 'object' ? { ...sent, ...call.req.query() } : call.req.query();
        const { deleteType, templateId } = read(recurringRemovalSchema, given);
        const named = { id: call.req.param('id'), templateId, isRecurring: true };
        const { deleted, undoId } = await removeOccurrence(context, named, SCOPES[deleteType ?? 'current']);
        return ok(call, { deleted_count: deleted, undo_id: undoId });
      },
    )
    .delete(
      '/upcoming/:id',
      about({
        summary: 'Skip something that is still to come, for good',
        note: UNDO_NOTE,
        data: removedShapes,
      }),
      async (call) => {
        const context = signedIn(call);
        await json(call);
        const { deleted, undoId } = await skipUpcoming(context, call.req.param('id'));
        return ok(call, { deleted_count: deleted, undo_id: undoId });
      },
    );
}
