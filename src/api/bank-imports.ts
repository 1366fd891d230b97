import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readImport } from '../domain/account-files/account-imports.ts';
import {
  anyMappingErrors,
  carryOut,
  changeAnyMapping,
  decideAnyRows,
  forgetAnyImport,
  listAnyImports,
  listAnyRows,
  outcomeOf,
  presentAccountImport,
  presentAnyImport,
  readAnyImport,
  undoImport,
} from '../domain/bank-files/any-import.ts';
import { forgetFileAccount, readFileAccounts } from '../domain/bank-files/file-memory.ts';
import { STAY_REASONS } from '../domain/bank-files/outcome.ts';
import { errorsAt } from '../domain/bank-files/preview/decisions.ts';
import { fileName } from '../domain/bank-files/preview/new-import.ts';
import { previewFile } from '../domain/bank-files/preview/preview.ts';
import { presentImport, stateOf } from '../domain/bank-files/read-imports.ts';
import { BANK_FILE_MOST } from '../domain/bank-files/reading/read-file.ts';
import { receiveFile, requireStaged } from '../domain/bank-files/reading/receive.ts';
import {
  carryOutSchema,
  decisionsSchema,
  fileAccountSchema,
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
import {
  accountsOfSent,
  currenciesOf,
  importRows,
  placeErrorsOf,
  sentRowErrors,
} from '../domain/bank-files/sent-rows/sent-rows.ts';
import { oneAtATime } from '../domain/concurrency-limit.ts';
import type { SignedIn } from '../domain/context.ts';
import { DomainError, type FieldError, invalid } from '../domain/error.ts';
import { offsetOf, presentPagination } from '../domain/pagination.ts';
import { enforceLimit, LIMITS } from '../domain/rate-limits/limits.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { Call } from '../http/call.ts';
import { type Also, check, type Fields, isRecord, read } from '../http/input.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { presentRefused } from './refused.ts';
import { anyJson, create, objectOf } from './request.ts';
import { fileAccountShape, importShape, lineShape } from './shapes/bank-imports.ts';
import { paginationShape } from './shapes/transactions.ts';
import { countShape, idShape, refusedShape } from './shapes/values.ts';

const data = { import: importShape };

const upload = plainEndpoint({
  summary: 'Read a file of a bank, a card or another app',
  note: 'Nothing is brought in before POST /imports/{id}/carry-out. The kind is found from the content: CSV, Excel, OFX, QFX, QIF, CAMT.052 and .053, MT940, exports of other apps, or the file of an account. Into an empty account that comes as a whole; into any other only its transactions do, and `parts_left_out` says what else it has. With `needs_mapping`, PUT /imports/{id}/mapping has to answer first what `ambiguous` says, and which columns have the date and the amount where `mapping` lacks them. A file that was carried out before is refused unless `again` is true.',
  file: {
    field: 'file',
    types: ['text/csv', 'application/xml', 'application/json', 'application/octet-stream'],
    most: BANK_FILE_MOST,
    fields: uploadSchema,
  },
  creates: true,
  data,
  refuses: {
    NOT_FOUND: 404,
    FILE_EMPTY: 400,
    FILE_UNREADABLE: 400,
    FILE_UNSUPPORTED: 400,
    FILE_TOO_LARGE: 413,
    ALREADY_IMPORTED: 409,
    CONFLICT: 409,
  },
  async respond(call) {
    const context = signedIn(call);
    const upload = call.get('upload');
    if (!upload) throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415, { message: 'errors:fileExpected' });
    if (!upload.file) throw invalid({ field: 'file', message: 'import:fileRequired' });
    await enforceLimit(context, `bank-file:${context.viewer.id}`, LIMITS.bankFile);
    const name = fileName(upload.fileName);
    const received = await receiveFile(context, name, upload.file);
    while (await upload.next());
    const input = read(uploadSchema, Object.fromEntries(upload.fields));
    if ('staged' in received) {
      const id = requireStaged(received.staged);
      return create(
        call,
        async (inside) => ({ import: presentAccountImport(await readImport(inside, id)) }),
        {
          id,
        },
      );
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

/** What one person's programs send at once waits for each other. */
const inTurnOf = oneAtATime({ queued: 20, retryAfter: 5 });

const sendRows = plainEndpoint({
  summary: 'Bring in rows that a program sends',
  note: 'The rows may be sent as the array alone. They are recognized as those of a file and carried out at once; those that are probably there wait in the preview of the import. All that is sent on one day is one import, which can be taken back as one. Rows that name no account are in your first open one in your currency; while you have one account without a number, one number that a program names becomes its number. With the array alone, `billsPaid` is in the query. Left out are rows of accounts that are archived, or that you have under no such number or name, which the import lists with the state `error`; where all are, the answer is 400. What would come into a time that was checked against the bank waits in the preview too, unless `confirmLocked=true` is in the query. Rows that wait or are left out and are sent again are there once: they give way to what comes in of them, and what waits to a later row of the same text and `externalId`. `errors` names these rows by their index in the request, from 0.',
  body: sentRowsSchema,
  example: { rows: [{ date: '2026-06-10', amount: -12.5, description: 'Bakery', externalId: 'a-1' }] },
  creates: true,
  data: {
    ...data,
    added: countShape,
    matched: countShape,
    left_out: countShape,
    errors: v.array(refusedShape),
  },
  async respond(call) {
    const { billsPaid, ...all } = read(sentRowsSchema, { ...call.req.query(), ...(await rowsIn(call)) });
    const rows = all.rows.map(namedAsOurs);
    const work = async (inside: SignedIn) => {
      const said = rows.flatMap(accountNameOf);
      const accounts = await accountsOfSent(inside, said);
      const currencyIn = await currenciesOf(inside, accounts.accountOf);
      const placeErrors = await placeErrorsOf(inside, accounts);
      const sent = checkedAll(rows, sentRowSchema, 'rows', {
        also: (row) => sentRowErrors(inside, row, currencyIn),
        beside: (row) => accountNameOf(row).flatMap(placeErrors),
      });
      const { row, added, matched, leftOut, errors } = await importRows(inside, sent, accounts, {
        billsPaid,
      });
      const state = await stateOf(inside, row);
      return {
        import: presentImport(state),
        added,
        matched,
        left_out: leftOut,
        errors: presentRefused(errors, all.rows, inside.locale),
      };
    };
    // Each file is matched with the rows of the one before it.
    return inTurnOf(signedIn(call).viewer.id, () => create(call, work));
  },
});

/** An array is as good as an object that has it. */
async function rowsIn(call: Call): Promise<object> {
  const sent = await anyJson(call);
  return Array.isArray(sent) ? { rows: sent } : objectOf(sent);
}

function accountNameOf(row: unknown): string[] {
  const account = isRecord(row) ? row.account : undefined;
  return typeof account === 'string' || typeof account === 'number' ? [String(account)] : [];
}

/**
 * @param options.beside errors that refuse nothing alone
 * @throws DomainError VALIDATION_ERROR that names each invalid field of each entry
 */
function checkedAll<Schema extends Fields>(
  entries: readonly unknown[],
  schema: Schema,
  field: string,
  { also, beside }: { also: Also<Schema>; beside: (entry: unknown) => FieldError[] },
): v.InferOutput<Schema>[] {
  const checked = entries.map((entry) => check(schema, entry, also));
  if (checked.some(({ errors }) => errors)) {
    const all = checked.map(({ errors = [] }, index) => {
      const others = beside(entries[index]).filter((one) => !errors.some(({ field }) => field === one.field));
      return errorsAt([...errors, ...others], field, index);
    });
    throw invalid(...all.flat());
  }
  return checked.flatMap((one) => (one.errors ? [] : [one.input]));
}

function undoContradiction({ force, keepChanged }: { force?: boolean; keepChanged?: boolean }): FieldError[] {
  return force && keepChanged ? [{ field: 'keepChanged', message: 'errors:undoOneWay' }] : [];
}

export const bankImports: Endpoints = {
  'GET /': endpoint({
    summary: 'List what you imported, newest first',
    query: importListSchema,
    data: { imports: v.array(importShape), pagination: paginationShape },
    async answer(context, input) {
      const { limit } = input;
      const { imports, total } = await listAnyImports(context, { offset: offsetOf(input), limit });
      return {
        imports: imports.map(presentAnyImport),
        pagination: presentPagination(input, imports.length, total),
      };
    },
  }),
  'POST /': upload,
  'POST /rows': sendRows,
  'GET /accounts': endpoint({
    summary: 'List which accounts of files you have said are which of yours',
    note: '`name` is what files of that kind say of the account; null where they say nothing. Files whose number or name says which account they are of need no choice, and are not listed.',
    data: { accounts: v.array(fileAccountShape) },
    answer: async (context) => ({ accounts: await readFileAccounts(context) }),
  }),
  'DELETE /accounts': endpoint({
    summary: 'Forget which account an account of files is',
    note: 'What was imported stays, and the next such file is asked about again. Only what is listed can be forgotten: a file with the number of an account is found by that, until the account has another number or none.',
    query: fileAccountSchema,
    refuses: { NOT_FOUND: 404 },
    data: {},
    async answer(context, { key }) {
      await forgetFileAccount(context, key);
      return {};
    },
  }),
  'GET /:id': endpoint({
    summary: 'Get an import',
    data,
    answer: async (context, _input, { id }) => ({
      import: presentAnyImport(await readAnyImport(context, id)),
    }),
  }),
  'DELETE /:id': endpoint({
    summary: 'Forget an import',
    note: 'One that was not carried out is deleted; of any other only the file is, so that it can still be undone.',
    data: {},
    refuses: { CONFLICT: 409 },
    async answer(context, _input, { id }) {
      await forgetAnyImport(context, id);
      return {};
    },
  }),
  'PUT /:id/mapping': endpoint({
    summary: 'Say what the columns of a file mean, and which account it is of',
    note: 'The file is read anew, and decisions about its rows are forgotten. The answer is remembered for files with the same header. Columns count from 0.',
    body: mappingSchema,
    errors: (context, _valid, { id, sent }) => anyMappingErrors(context, id, sent),
    example: { columns: { date: 0, description: 1, amount: 2 }, dateOrder: 'dmy' },
    data,
    refuses: { CONFLICT: 409 },
    async answer(context, { columns, ...input }, { id }) {
      const chosen =
        columns &&
        Object.fromEntries(Object.entries(columns).filter(([, column]) => typeof column === 'number'));
      return {
        import: presentAnyImport(await changeAnyMapping(context, id, { ...input, columns: chosen })),
      };
    },
  }),
  'GET /:id/rows': endpoint({
    summary: 'List the rows of an import',
    note: 'In the order of the file, with what is no row of money, such as totals.',
    query: linesSchema,
    data: { rows: v.array(lineShape), pagination: paginationShape },
    async answer(context, input, { id }) {
      const { state, limit } = input;
      const { rows, total } = await listAnyRows(context, id, { offset: offsetOf(input), limit, state });
      return { rows, pagination: presentPagination(input, rows.length, total) };
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
      const sent = {
        ...input,
        decisions: checked?.map((one) => (one.errors ? one.valid : one.input)),
        refused: checked?.map(({ errors = [] }) => errors),
      };
      return { import: presentAnyImport(await decideAnyRows(context, id, sent)) };
    },
  }),
  'POST /:id/carry-out': endpoint({
    summary: 'Bring in what an import has decided',
    note: 'Exactly what its rows say happens, all of it or nothing. If your money has changed since so that a row has become something else, the answer is CONFLICT and the rows say what they are now. What comes into a time that was checked against the bank is LOCKED until `confirmLocked` is sent. A second call changes nothing and answers the same. Where another import has brought in the same file meanwhile, ALREADY_IMPORTED names it; with `again` true the rows are compared with what it brought, and a further call brings in what is still new.',
    query: carryOutSchema,
    data: {
      ...data,
      created_count: countShape,
      merged_count: countShape,
      transfer_count: countShape,
      left_out_count: countShape,
    },
    refuses: { CONFLICT: 409, ALREADY_IMPORTED: 409 },
    async answer(context, input, { id }) {
      const done = await carryOut(context, id, input);
      const { created = 0, merged = 0, transfers = 0, left_out = 0 } = outcomeOf(done);
      return {
        import: presentAnyImport(done),
        created_count: created,
        merged_count: merged,
        transfer_count: transfers,
        left_out_count: left_out,
      };
    },
  }),
  'POST /:id/undo': endpoint({
    summary: 'Take an import back',
    note: 'Removes what it brought and puts back what it merged. While some of it was changed since, nothing is removed unless `force` or `keepChanged` is true; `changed` names what was changed. An account that came into being with the import goes with it, unless something else is in it: `kept_accounts` says so. Nor does an account keep the number that it got from the import, unless another one has it too: `removed_numbers`.',
    body: undoSchema,
    also: () => undoContradiction,
    example: { force: true },
    data: {
      ...data,
      removed_count: countShape,
      changed: v.array(idShape),
      kept_accounts: v.array(v.object({ account_id: idShape, reason: v.picklist(STAY_REASONS) })),
      removed_numbers: v.array(v.object({ account_id: idShape, number: v.string() })),
    },
    refuses: { CONFLICT: 409, CHANGED_SINCE: 409 },
    async answer(context: SignedIn, input, { id }) {
      const { undone, changed } = await undoImport(context, id, input);
      const { removed = 0, stayed = [], unlearned = [] } = outcomeOf(undone);
      return {
        import: presentAnyImport(undone),
        removed_count: removed,
        changed,
        kept_accounts: stayed.map(({ account, reason }) => ({ account_id: account, reason })),
        removed_numbers: unlearned.map(({ account, number }) => ({ account_id: account, number })),
      };
    },
  }),
};
