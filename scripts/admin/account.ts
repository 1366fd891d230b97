import { DomainError } from '../../src/domain/error.ts';
import { Refused } from './command.ts';

/** Names the account in the error if it does not exist. */
export async function onAccount<Result>(name: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error;
    throw new Refused(`There is no account "${name}". "npm run admin -- users" lists them.`, {
      cause: error,
    });
  }
}
