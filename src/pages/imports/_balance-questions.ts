import type { AstroGlobal } from 'astro';
import { billsToPay } from '../../domain/bank-files/carry-out/card-bills.ts';
import { balanceWith, missingOpening } from '../../domain/bank-files/carry-out/missing-opening.ts';
import { readKeptBalance } from '../../domain/bank-files/carry-out/stated-balances.ts';
import { restOfWhole } from '../../domain/bank-files/carry-out/stated-whole.ts';
import type { ImportState } from '../../domain/bank-files/read-imports.ts';
import { partOfWhole } from '../accounts/_part-of-whole.ts';

/** What a person can decide about balances before an import is carried out. */
export async function balanceQuestions(page: AstroGlobal, state: ImportState) {
  const { signedIn: context } = page.locals;
  const missing = await missingOpening(context, state);
  const kept = await readKeptBalance(context, state);
  const whole = !missing || missing.replaces ? null : await partOfWhole(page, state.account);
  return {
    /** The opening balance by which the balance would be the bank's. */
    missing,
    /** The balance that the person stated, which the import keeps. */
    kept,
    /** Whether both come to the same. */
    isAgreed: kept !== null && kept.amount === missing?.amount,
    /** What the account will have today, where one of them is chosen. */
    today:
      kept && missing
        ? {
            stay: await balanceWith(context, state, kept.amount),
            bank: await balanceWith(context, state, missing.amount),
          }
        : null,
    /** The account in which the money may be counted already, and what would be left in it. */
    whole,
    left: whole && missing ? await restOfWhole(context, state.row, missing.amount) : 0,
    toPay: await billsToPay(context, state),
  };
}

export type BalanceQuestions = Awaited<ReturnType<typeof balanceQuestions>>;
