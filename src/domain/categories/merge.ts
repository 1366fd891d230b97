import type { SignedIn } from '../context.ts';
import { removeCategory } from './remove.ts';

/** Makes one category of two of the same type: all of `from` goes into `into`, and `from` goes. @throws DomainError */
export async function mergeCategories(
  context: SignedIn,
  { from, into }: { from: string; into: string },
): Promise<{ moved: number }> {
  const { moved } = await removeCategory(context, from, into);
  return { moved };
}
