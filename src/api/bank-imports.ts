import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { forgetImport } from '../domain/bank-files/carry-out.ts';
import { changeDecisions, placed } from '../domain/bank-files/decisions.ts';
import { type AnyImport, carryOut, readAnyImport, undoImport } from '../domain/bank-files/finish.ts';
import {
  BANK_FILE_MOST,
  changeMapping,
  fileName,
  mappingFaults,
  previewFile,
} from '../domain/bank-files/preview.ts';
import {
  listImports,
  listLines,
  presentImport,
  presentLine,
  stateOf,
} from '../domain/bank-files/read-imports.ts';
import { receiveFile, requireStaged } from '../domain/bank-files/receive.ts';
import {
  decisionsSchema,
  importListSchema,
  linesSchema,
  mappingSchema,
  namedAsOurs,
  rowDecisionSchema,
  sentRowSchema,
  sentRowsSchema,
  undoSchema,
  uploadSchema,
} from '../domain/bank-files/schema.ts';
import { accountsNamed, importRows } from '../domain/bank-files/sent-rows.ts';
import type { SignedIn } from '../domain/context.ts';
import { DomainError, type FieldError, invalid, orMissing } from '../domain/error.ts';
import { discardImport, type ImportState, readImport, readLatestImport } from '../domain/import/imports.ts';
import { toDecimal } from '../domain/money.ts';
import { enforceLimit, LIMITS } from '../domain/rate-limits/limits.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { Call } from '../http/call.ts';
import { type Also, check, isRecord, read } from '../http/input.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { create, json, parsed } from './request.ts';
import { importShape, lineShape } from './shapes/bank-imports.ts';
import { countShape, idShape } from './shapes/values.ts';

const data = { import: importShape };
const page = {
  page: countShape,
  limit: countShape,
  total: countShape,
  hasMore: v.boolean(),
  nextCursor: v.null(),
};
const pagination = v.object(page);

const STATUS = { checked: 'preview', running: 'running', done: 'done', undone: 'undone' } as const;

/** The file of an account in the form of an import. */
function presentAccount({ id, summary, state, finishedAt }: ImportState) {
  const instant = (is: boolean) => (is ? finishedAt : null);
  return {
    id,
    file_name: 'pruta.json',
    kind: 'account',
    status: STATUS[state],
    account_id: null,
    accounts: [],
    currency: summary.currency,
    period: { from: summary.from, to: summary.to },
    counts: {
      new: summary.transactions,
      matched: 0,
      probable: 0,
      transfer: 0,
      pending: 0,
      skipped: 0,
      error: 0,
    },
    totals: { income: toDecimal(summary.income), expenses: toDecimal(summary.expenses) },
    closing_balance: null,
    balance_difference: null,
    differences: [],
    ambiguous: [],
    mapping: null,
    created_at: summary.exportedAt,
    done_at: instant(state === 'done'),
    undone_at: instant(state === 'undone'),
  };
}

/** What was changed since stays. */
const removedOf = ({ summary }: ImportState) => summary.transactions - (summary.kept?.transactions ?? 0);

const present = ({ bank, account }: AnyImport) => (bank ? presentImport(bank) : presentAccount(account));

const upload = plainEndpoint({
  summary: 'Read a file of a bank, a card or another app',
  note: 'Nothing is brought in before POST /imports/{id}/carry-out. The kind is found from the content: CSV, Excel, OFX, QFX, QIF, CAMT.052 and .053, MT940, exports of other apps, or the file of an account, which only an empty account takes. With `needs_mapping`, `ambiguous` says what PUT /imports/{id}/mapping has to answer first. A file that was carried out before is refused unless `again` is true.',
  file: {
    field: 'file',
    types: ['text/csv', 'application/xml', 'application/json', 'application/octet-stream'],
    most: BANK_FILE_MOST,
    fields: uploadSchema,
  },
  creates: true,
  data,
  refuses: {
    FILE_EMPTY: 400,
    FILE_UNREADABLE: 400,
    FILE_UNSUPPORTED: 400,
    FILE_TOO_LARGE: 413,
    ALREADY_IMPORTED: 409,
    CONFLICT: 409,
  },
  async respond(call) {
    const context = signedIn(call);
    const given = call.get('upload');
    if (!given) throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415, { message: 'errors:fileExpected' });
    if (!given.file) throw invalid({ field: 'file', message: 'import:fileRequired' });
    await enforceLimit(context, `bank-file:${context.viewer.id}`, LIMITS.bankFile);
    const name = fileName(given.fileName);
    const received = await receiveFile(context, name, given.file);
    while (await given.next());
    const input = read(uploadSchema, Object.fromEntries(given.fields));
    if ('staged' in received) {
      const id = requireStaged(received.staged);
      return create(call, async (inside) => ({ import: presentAccount(await readImport(inside, id)) }), {
        id,
      });
    }
    const { bytes } = received;
    const same = { ...input, hash: createHash('sha256').update(bytes).digest('hex') };
    return create(
      call,
      async (inside) => {
        const row = await previewFile(inside, { name, bytes }, input);
        return { import: presentImport(await stateOf(inside, row)) };
      },
      same,
    );
  },
});

const sendRows = plainEndpoint({
  summary: 'Bring in rows that a program sends',
  note: 'The rows may be sent as the array alone. They are recognised as those of a file and carried out at once; those that are probably there wait in the preview of the import. All that is sent on one day is one import, which can be taken back as one. An account that is not named is your first one.',
  body: sentRowsSchema,
  example: { rows: [{ date: '2026-06-10', amount: -12.5, description: 'Bakery', externalId: 'a-1' }] },
  creates: true,
  data: { ...data, added: countShape, matched: countShape, left_out: countShape },
  async respond(call) {
    const rows = read(sentRowsSchema, await rowsIn(call)).rows.map(namedAsOurs);
    return create(call, async (inside) => {
      const accountOf = await accountsNamed(inside, rows.flatMap(accountNameOf));
      const sent = checkedAll(rows, sentRowSchema, 'rows', ({ account }) =>
        account === undefined || accountOf.has(account) ? [] : [ACCOUNT_MISSING],
      );
      const { row, added, matched, leftOut } = await importRows(inside, sent, accountOf);
      const state = await stateOf(inside, row);
      return { import: presentImport(state), added, matched, left_out: leftOut };
    });
  },
});

/** An array is as good as an object that has it. */
async function rowsIn(call: Call): Promise<object> {
  const text = await call.req.text();
  if (!text.trimStart().startsWith('[')) return json(call);
  const rows = parsed(text);
  if (rows === undefined) throw new DomainError('INVALID_JSON', 400);
  return { rows };
}

const ACCOUNT_MISSING: FieldError = { field: 'account', message: 'errors:accountMissing' };

function accountNameOf(row: unknown): string[] {
  const account = isRecord(row) ? row.account : undefined;
  return typeof account === 'string' || typeof account === 'number' ? [String(account)] : [];
}

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** @throws DomainError VALIDATION_ERROR that names each invalid field of each entry */
function checkedAll<Schema extends Fields>(
  entries: readonly unknown[],
  schema: Schema,
  field: string,
  also: Also<Schema>,
): v.InferOutput<Schema>[] {
  const checked = entries.map((entry) => check(schema, entry, also));
  const errors = checked.flatMap(({ errors = [] }, place) => placed(errors, field, place));
  if (errors.length > 0) throw invalid(...errors);
  return checked.flatMap((one) => (one.errors ? [] : [one.input]));
}

/** What became of an import, as often as it is asked. */
function outcomeOf(done: AnyImport) {
  const {
    created = 0,
    merged = 0,
    transfers = 0,
    left_out = 0,
  } = done.bank?.outcome ?? {
    created: done.account?.summary.transactions,
  };
  return {
    import: present(done),
    created_count: created,
    merged_count: merged,
    transfer_count: transfers,
    left_out_count: left_out,
  };
}

export const bankImports: Endpoints = {
  'GET /': endpoint({
    summary: 'List what you imported, newest first',
    query: importListSchema,
    data: { imports: v.array(importShape), pagination },
    async answer(context, input) {
      const { imports, ...found } = await listImports(context, input);
      const latest = input.page === 1 ? await readLatestImport(context) : null;
      return {
        imports: [...(latest ? [presentAccount(latest)] : []), ...imports.map(presentImport)],
        pagination: { ...found, nextCursor: null },
      };
    },
  }),
  'POST /': upload,
  'POST /rows': sendRows,
  'GET /:id': endpoint({
    summary: 'Get an import',
    data,
    answer: async (context, _input, { id }) => ({ import: present(await readAnyImport(context, id)) }),
  }),
  'DELETE /:id': endpoint({
    summary: 'Forget an import',
    note: 'One that was not carried out is deleted; of any other only the file is, so that it can still be undone.',
    data: {},
    refuses: { CONFLICT: 409 },
    async answer(context, _input, { id }) {
      if (await orMissing(readImport(context, id))) await discardImport(context, id);
      else await forgetImport(context, id);
      return {};
    },
  }),
  'PUT /:id/mapping': endpoint({
    summary: 'Say what the columns of a file mean, and which account it is of',
    note: 'The file is read anew, and decisions about its rows are forgotten. The answer is remembered for files with the same header. Columns count from 0.',
    body: mappingSchema,
    faults: (context, _valid, { id, sent }) => mappingFaults(context, id, sent),
    example: { columns: { date: 0, description: 1, amount: 2 }, date_order: 'dmy' },
    data,
    refuses: { CONFLICT: 409 },
    async answer(context, { columns, ...input }, { id }) {
      const chosen =
        columns &&
        Object.fromEntries(Object.entries(columns).filter(([, place]) => typeof place === 'number'));
      const row = await changeMapping(context, id, { ...input, columns: chosen });
      return { import: presentImport(await stateOf(context, row)) };
    },
  }),
  'GET /:id/rows': endpoint({
    summary: 'List the rows of an import',
    note: 'In the order of the file, with what is no row of money, such as totals. The file of an account that goes into an empty one has none: it goes as a whole.',
    query: linesSchema,
    data: { rows: v.array(lineShape), pagination },
    async answer(context, input, { id }) {
      const isBank = (await readAnyImport(context, id)).bank !== undefined;
      const { page, limit } = input;
      const nothing = { rows: [], page, limit, total: 0, hasMore: false };
      const { rows, ...found } = isBank ? await listLines(context, id, input) : nothing;
      return {
        rows: rows.map((row) => presentLine(row, context)),
        pagination: { ...found, nextCursor: null },
      };
    },
  }),
  'PUT /:id/rows': endpoint({
    summary: 'Decide what becomes of rows',
    note: 'Either single rows in `decisions`, or all of a `state` that can become the `decision`. With the decision `transfer`, `accountId` is the other account; a row of another account than the one that was found has both, `accountId` and `transferAccountId`.',
    body: decisionsSchema,
    example: { state: 'probable', decision: 'leave_out' },
    data,
    refuses: { CONFLICT: 409 },
    async answer(context, { decisions, ...input }, { id }) {
      const checked = decisions?.map((entry) => check(rowDecisionSchema, entry));
      const row = await changeDecisions(context, id, {
        ...input,
        decisions: checked?.map((one) => (one.errors ? one.valid : one.input)),
        refused: checked?.map(({ errors = [] }) => errors),
      });
      return { import: presentImport(await stateOf(context, row)) };
    },
  }),
  'POST /:id/carry-out': endpoint({
    summary: 'Bring in what an import has decided',
    note: 'Exactly what its rows say happens, all of it or nothing. If your money has changed since so that a row has become something else, the answer is CONFLICT and the rows say what they are now. A second call changes nothing and answers the same.',
    data: {
      ...data,
      created_count: countShape,
      merged_count: countShape,
      transfer_count: countShape,
      left_out_count: countShape,
    },
    refuses: { CONFLICT: 409, ALREADY_IMPORTED: 409, LOCKED: 409 },
    answer: async (context, _input, { id }) => outcomeOf(await carryOut(context, id)),
  }),
  'POST /:id/undo': endpoint({
    summary: 'Take an import back',
    note: 'Removes what it brought and puts back what it merged. While some of it was changed since, nothing is removed unless `force` or `keepChanged` is true; `changed` names what was changed.',
    body: undoSchema,
    example: { force: true },
    data: { ...data, removed_count: countShape, changed: v.array(idShape) },
    refuses: { CONFLICT: 409, CHANGED_SINCE: 409, LOCKED: 409 },
    async answer(context: SignedIn, input, { id }) {
      const { changed, ...undone } = await undoImport(context, id, input);
      const removed = undone.bank ? (undone.bank.outcome.removed ?? 0) : removedOf(undone.account);
      return { import: present(undone), removed_count: removed, changed };
    },
  }),
};
