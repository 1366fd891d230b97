/** What the schema of the form finds wrong with its fields. */
export const FIELD_FAULTS = /^(amount|description|notes|type|category|date|time|timezone|text)[A-Z]/;

/** What is said of calls that fail or take long, in any form. */
export const CALL_FAULTS = /^(NETWORK_ERROR|TIMEOUT_ERROR|UNKNOWN_ERROR|late)$/;

/** The texts that the dialog can show, by area: whatever else an area has does not travel to it. */
export const DIALOG_TEXTS: Record<string, RegExp> = {
  transactions: /^(?!bulk|batch|securityAlert)/,
  errors: new RegExp(`${FIELD_FAULTS.source}|^(NOT_FOUND|(adding|updating|deleting)Failed)$`),
  failures: CALL_FAULTS,
};

/** The same for parts of the dialog that few need: they travel when such a part is shown. */
export const FETCHED_TEXTS: Record<string, Record<string, RegExp>> = {
  occurrence: { recurring: /^occurrence\.(?!bulk)/, errors: /^scopeInvalid$/ },
  wizard: {
    recurring: /^(wizard|every|nth|notifications)\./,
    errors: /^(interval|dayOf|end|maxOccurrences|templateName|scope)[A-Z]/,
  },
};
