import type { Reply } from './transport';
import type { FailureReason } from './upload-queue';

const REASONS: ReadonlyMap<number, FailureReason> = new Map([
  [403, 'forbidden'],
  [404, 'forbidden'],
  [413, 'too_large'],
  [422, 'name'],
  [507, 'no_space'],
]);

/** The server refused, with its message if it sent one. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Why, as the server's list of failures has it. */
  get reason(): FailureReason {
    if (this.code === 'name_taken') return 'taken';
    return REASONS.get(this.status) ?? 'other';
  }

  /**
   * The ticket was used or swept: only a new prepare call can help. After the end of a session the ticket stays valid.
   */
  get ticketGone(): boolean {
    return this.code === 'ticket' || [403, 404, 409, 410].includes(this.status);
  }
}

export function refusalOf(reply: Reply): Refusal {
  return new Refusal(reply.status, memberOf(reply.text, 'message'), memberOf(reply.text, 'code'));
}

function memberOf(text: string, name: 'message' | 'code'): string {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem === 'object' && problem !== null && name in problem) return String(Reflect.get(problem, name));
  } catch {
    // A proxy's HTML page is not a message for users.
  }
  return '';
}

/** Temporary errors: an overloaded or restarting server, a lock that another chunk still holds. */
export function passesWithTime(status: number): boolean {
  return [423, 425, 429, 502, 503, 504].includes(status);
}
