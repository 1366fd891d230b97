import { DomainError } from '../error.ts';

/** Seconds after which an import may be over. */
const RETRY_AFTER = 5;

/** The answer to everybody else while an import is written into an account or taken out of it. */
export class ImportUnderWay extends DomainError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 503, { retryAfter: RETRY_AFTER, message: 'import:underWay' });
  }
}
