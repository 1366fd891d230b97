import { DomainError } from '../error.ts';

/** Why somebody is blocked and until when: ISO 8601 in UTC, null for no end. */
export interface Block {
  reason: string | null;
  expires_at: string | null;
}

/** The answer to whatever somebody blocked asks for: USER_BLOCKED (403). */
export class UserBlocked extends DomainError {
  readonly block: Block;

  constructor({ reason, expires_at }: Block) {
    super('USER_BLOCKED', 403, { details: { reason, expires_at } });
    this.block = { reason, expires_at };
  }
}
