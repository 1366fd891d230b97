import type { Texts } from '../browser/core/texts/translate.ts';
import { CELLS, cellName, INPUTS } from '../domain/transactions/fields.ts';
import type { Locale } from './locales.ts';
import { TEXTS } from './texts.ts';

/** Area → its needed keys. */
export type NeededTexts = Record<string, RegExp>;

/** The messages of the form’s schema, without those of a category and of a line: `payeeMax` for the label `form.payee`. */
const FIELD_ERRORS = new RegExp(
  `^(?!category[^I]|account(?!Invalid|Missing|Archived)|amount(Unsure|Converted)|chargeDate|installments(M|Income))(${INPUTS.map(({ column }) => cellName(column)).join('|')}|installments|text)[A-Z]|^(currency|rate)Invalid$`,
);

const CALL_ERRORS = /^(NETWORK_ERROR|TIMEOUT_ERROR|UNKNOWN_ERROR|OPERATION_FAILED|late)$/;

/** The texts of parts that the dialog loads when they are first shown. */
const LATER =
  /^conflict\.(?!save|deletionPage)|^(budget|card|paid)\.|^dialog\.(deleteQuestion|undoHint)$|^form\.(characters|possibleDuplicate|viewDuplicate|newTab)|^summary\.(?!title|empty)|^picker\.(suggest|taken|filled|remove)/;

/** The texts that the dialog can show; texts that only pages show are left out. */
export const DIALOG_TEXTS: NeededTexts = {
  transactions:
    /^(?!budget|bulk|batch|card(?!\.inPayments)|cell|paid|line\.|transfer|securityAlert|conflict\.(?!(changed|gone)Title|save)|conflict\.saved|dialog\.(deleteQuestion|undoHint)|form\.(characters|possibleDuplicate|viewDuplicate|newTab)|summary\.(?!title|empty)|undoAdd|picker\.(suggest|taken|filled|remove)|form\.unusable|preset\.(tomorrow|nextMonth)|details\.back|dialog\.viewAction)/,
  errors: new RegExp(
    `${FIELD_ERRORS.source}|^(NOT_FOUND|addedThenDeleted|(adding|updating|deleting)Failed)$`,
  ),
  failures: CALL_ERRORS,
  common: /^(undo|retry)$/,
};

export const FETCHED_TEXTS = {
  appearance: { icons: /./, categories: /^color\./ },
  inPlace: {
    list: /^inPlace\./,
    transactions: new RegExp(
      `^cell\\.|^form\\.(${CELLS.map(cellName).join('|')}|calendar|noCategory|submitFailed|validationFailed)$`,
    ),
    errors: /^(amount[A-Z]\w+|date(Required|Invalid)|updatingFailed|NOT_FOUND)$/,
    failures: CALL_ERRORS,
    common: /^(save|cancel)$/,
  },
  later: { transactions: LATER },
  swipe: { list: /^swipe\./ },
  notices: {
    failures:
      /^(late|connection.*|draft.*|signIn\.(SERVER|TIMEOUT|NETWORK)_ERROR|NETWORK_ERROR|TIMEOUT_ERROR)$/,
    errors: /^SERVER_ERROR$/,
    transactions: /^dialog\.(discard|recurringAction)$/,
    rules: /^make$/,
    money: /^(changeAnyway|notChanged)$/,
    common: /^(retry|cancel)$/,
  },
  offline: { offline: /./, failures: /^OPERATION_FAILED$/, common: /^undo$/ },
  occurrence: {
    recurring: /^occurrence\.(?!bulk)/,
    money: /^change(\.hint|\.done_\w+)?$|^removal\.(single|future|all)$/,
    errors: /^scopeInvalid$/,
  },
  wizard: {
    transactions: /^(preset\.(tomorrow|nextMonth)$|conflict\.)/,
    recurring: /^(wizard|every|nth|notifications)\./,
    errors: /^(interval|dayOf|end|maxOccurrences|templateName|scope)[A-Z]/,
  },
} satisfies Record<string, NeededTexts>;

export const SCHEDULE_TEXTS: NeededTexts = { recurring: /^wizard\./, transactions: /^form\.format\./ };

export const FORM_TEXTS: NeededTexts = {
  transactions: /^(budget|card|paid|form|preset|kind|recurring|summary|conflict|picker)\./,
  errors: new RegExp(`${FIELD_ERRORS.source}|^addedThenDeleted$`),
  failures: CALL_ERRORS,
  ...FETCHED_TEXTS.appearance,
};

export const DISPLAY_TEXTS: NeededTexts = {
  preferences: /^(?!title|intro|saved|restored|buttonHidden|buttonShown)/,
  accounts: /^theme\./,
  common: /^(save|cancel)$/,
};

export const GUIDE_TEXTS: NeededTexts = {
  imports: /^firstStep/,
  onboarding: /^(?!card|title|help|closed|skipped|requiredStep|failed$|noTemplates)/,
  accounts:
    /^(firstName|lastName|language|currency|theme(\..+)?|timezone|password(Hint)?|picture\.(title|hint|yours))$/,
  common: /^(next|close|openPage|retry|optional|errorSummary|income|expense)$/,
  transactions: /^dialog\.(discardQuestion|keepEditing|discard)$/,
  errors: /^(SERVER_ERROR|pictureTooLarge|amount[A-Z]\w+|templateName(Required|Max)|valueInvalid)$/,
  failures: /^NETWORK_ERROR$/,
};

/** The needed texts by full key. @param areas all texts of a language, by area */
export function pickTexts(areas: Record<string, Texts>, needed: NeededTexts): Texts {
  const picked = Object.entries(needed).flatMap(([area, pattern]) =>
    Object.entries(areas[area] ?? {}).flatMap(([key, text]) =>
      pattern.test(key) ? [[`${area}:${key}`, text]] : [],
    ),
  );
  return Object.fromEntries(picked);
}

/** The texts that a page passes to an island or a script; not whole areas, because they are sent with the page. */
export function textsFor(locale: Locale, ...needed: NeededTexts[]): Texts {
  return Object.assign({}, ...needed.map((part) => pickTexts(TEXTS[locale], part)));
}
