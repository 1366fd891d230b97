import type { Texts } from '../browser/core/texts/translate.ts';
import { CELLS, cellName, INPUTS } from '../domain/transactions/fields.ts';

/** Area → the keys that are needed of it. */
export type NeededTexts = Record<string, RegExp>;

/** The messages of the form's schema, without what only the server can find about a category: `payeeMax` for the field with the label `form.payee`. */
const FIELD_ERRORS = new RegExp(
  `^(?!category[^I])(${INPUTS.map(({ column }) => cellName(column)).join('|')}|text)[A-Z]`,
);

/** The messages of calls that fail or take long, in any form. */
const CALL_ERRORS = /^(NETWORK_ERROR|TIMEOUT_ERROR|UNKNOWN_ERROR|OPERATION_FAILED|late)$/;

/** The texts that the dialog can show: whatever else an area has, such as what only a page says, is not sent with it. */
export const DIALOG_TEXTS: NeededTexts = {
  transactions:
    /^(?!bulk|batch|line\.|securityAlert|conflict\.(saved|deletionPage)|form\.unusable|undoAdd\.(gone|changed)|details\.back|dialog\.viewAction)/,
  errors: new RegExp(
    `${FIELD_ERRORS.source}|^(NOT_FOUND|addedThenDeleted|(adding|updating|deleting)Failed)$`,
  ),
  failures: CALL_ERRORS,
  common: /^(undo|retry)$/,
};

/** The same for parts of the dialog that few need: fetched when such a part is shown. */
export const FETCHED_TEXTS = {
  appearance: { icons: /./, categories: /^color\./ },
  // texts: list:inPlace.* list:swipe.*
  inPlace: {
    list: /^inPlace\./,
    transactions: new RegExp(
      `^form\\.(${CELLS.map(cellName).join('|')}|noCategory|submitFailed|validationFailed)$`,
    ),
    errors: /^(amount[A-Z]\w+|date(Required|Invalid)|updatingFailed|NOT_FOUND)$/,
    failures: CALL_ERRORS,
    common: /^(save|cancel)$/,
  },
  swipe: { list: /^swipe\./ },
  notices: {
    failures:
      /^(late|connection.*|draft.*|signIn\.(SERVER|TIMEOUT|NETWORK)_ERROR|NETWORK_ERROR|TIMEOUT_ERROR)$/,
    errors: /^SERVER_ERROR$/,
    transactions: /^dialog\.discard$/,
    common: /^retry$/,
  },
  offline: { offline: /./, failures: /^OPERATION_FAILED$/, common: /^undo$/ },
  occurrence: { recurring: /^occurrence\.(?!bulk)/, errors: /^scopeInvalid$/ },
  wizard: {
    recurring: /^(wizard|every|nth|notifications)\./,
    errors: /^(interval|dayOf|end|maxOccurrences|templateName|scope)[A-Z]/,
  },
} satisfies Record<string, NeededTexts>;

/** The texts of the transaction form in a page. */
export const FORM_TEXTS: NeededTexts = {
  transactions: /^(form|preset|kind|recurring|summary|conflict|picker)\./,
  errors: new RegExp(`${FIELD_ERRORS.source}|^addedThenDeleted$`),
  failures: CALL_ERRORS,
  ...FETCHED_TEXTS.appearance,
};

/** The needed texts by full key, out of all texts of a language by area. */
export function pickTexts(areas: Record<string, Texts>, needed: NeededTexts): Texts {
  const picked = Object.entries(needed).flatMap(([area, pattern]) =>
    Object.entries(areas[area] ?? {}).flatMap(([key, text]) =>
      pattern.test(key) ? [[`${area}:${key}`, text]] : [],
    ),
  );
  return Object.fromEntries(picked);
}
