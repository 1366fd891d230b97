import { Claims, type Lines, type Source } from './claims.ts';
import type { Known, Match } from './line.ts';
import { matchIds } from './match-ids.ts';
import { type MovesTo, matchNamed, matchSides, type Names, type SaysMove } from './match-sides.ts';
import { matchTexts } from './match-texts.ts';

/**
 * Finds the lines of a file that are transactions already. A bank's own id decides alone; otherwise account, amount and sign are the
 * same, the date is at most three days away, and the texts are alike; payments of a purchase are told by their number and
 * charge too. Each transaction is claimed once: nearer dates
 * first, then equal texts, then the order of the file.
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
