import * as v from 'valibot';
import { instantShape } from './values.ts';

export const feedShape = v.object({
  url: v.string(),
  webcal_url: v.string(),
  hides_amounts: v.boolean(),
  created_at: instantShape,
});
