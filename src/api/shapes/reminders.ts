import * as v from 'valibot';
import { amountShape, instantShape, timeShape } from './values.ts';

export const feedShape = v.object({
  url: v.string(),
  webcal_url: v.string(),
  hides_amounts: v.boolean(),
  created_at: instantShape,
});

export const remindersShape = v.object({
  bill: v.boolean(),
  budget: v.boolean(),
  unusual_amount: v.boolean(),
  low_balance: v.boolean(),
  import_due: v.boolean(),
  low_balance_line: v.nullable(amountShape),
  quiet_from: v.nullable(timeShape),
  quiet_to: v.nullable(timeShape),
  by_mail: v.boolean(),
});

export const pushShape = {
  public_key: v.string(),
  devices: v.array(
    v.object({ id: v.string(), name: v.string(), created_at: instantShape, current: v.boolean() }),
  ),
};
