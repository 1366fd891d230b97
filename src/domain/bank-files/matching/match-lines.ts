import { Claims, type Lines, type Source } from './claims.ts';
import type { Known, Match } from './line.ts';
import { matchIds } from './match-ids.ts';
import { type MovesTo, matchNamed, matchSides, type Names, type SaysMove } from './match-sides.ts';
import { matchTexts } from './match-texts.ts';

/**
 * Finds the lines of a file that are transactions of their account already. Each transaction is claimed once, by what comes
 * first here:
 * 1. the bank's own id, or that of the row which a line corrects (`match-ids.ts`), whatever else differs; all others have
 *    the sign and the currency of the line;
 * 2. the same amount and an alike text (`match-texts.ts`): payments with the same number and charge, then up to
 *    `DAYS_BETWEEN_TEXTS` days apart, the nearest and those of equal texts first; then pending ones up to
 *    `DAYS_UNTIL_BOOKED`; then, of other amounts, payments that a person divided otherwise and occurrences that differ by
 *    `OTHER_AMOUNT_MOST`;
 * 3. the side of a transfer that no bank has shown, of the same or a converted amount up to `DAYS_BETWEEN_SIDES` days apart,
 *    whatever its text (`matchSides`);
 * 4. the same for lines whose file names the other account (`matchNamed`).
 * @param movesTo the account to or from which a line moves money, where a rule names one
 * @param names whether the texts of a line name an account
 * @param saysMove what a file says itself of where a line moves money
 * @returns for each line its match, or null for a new one
 */
export async function matchLines(
  lines: Lines,
  known: readonly Known[],
  source: Source,
  movesTo: MovesTo = () => null,
  names: Names = () => false,
  saysMove: SaysMove = () => null,
): Promise<(Match | null)[]> {
  const claims = new Claims(lines, known, source);
  await matchIds(claims);
  if (known.length === 0) return claims.matches;
  await matchTexts(claims);
  await matchSides(claims, movesTo, names);
  await matchNamed(claims, lines, saysMove);
  return claims.matches;
}
