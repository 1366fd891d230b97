import * as v from 'valibot';
import { flag } from '../schemas.ts';

export const feedSchema = v.object({ hides_amounts: v.optional(flag, false) });

// Browsers do not send a switch that is off.
const switchField = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text === 'on'),
);

/** `act` is the button that was pressed. */
export const feedFormSchema = v.object({
  act: v.picklist(['calendar', 'revoke'], 'errors:valueInvalid'),
  hides_amounts: switchField,
});
