/** What holds for every call, one paragraph each. */
export const INTRODUCTION = [
  'Everything is JSON in UTF-8. A good answer is `{"success": true, "data": …}`, a refusal `{"success": false, "error": {"code", "message", "details"}}` with the HTTP status.',
  'Sign in with `POST /users/login` and send `Authorization: Bearer <accessToken>`, or use the session cookie. A call that changes something with the cookie must come from the pages of the same site.',
  'Fields may be written in snake_case or camelCase. Unknown ones are ignored. Where a field may be missing, `null` and empty text mean the same as nothing.',
  'Amounts are numbers with at most two decimals, dates `YYYY-MM-DD`, times `HH:MM`, instants ISO 8601 in UTC. Ids are opaque texts of at most 40 characters.',
  'Each answer to a GET has an `ETag`: send it back as `If-None-Match`, and 304 says that nothing has changed. `X-Request-Id` is on every answer.',
  'Messages follow the language of the account, or `Accept-Language` for guests. Somebody else’s object is answered like a missing one.',
];
