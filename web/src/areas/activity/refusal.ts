import type { Reply } from './transport';

/** The server said no, in words for people where it had some. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The name or the shape of the request is wrong: asking again brings the same answer. */
  get final(): boolean {
    return this.status === 400 || this.status === 422;
  }

  /** The ticket is spent or swept: only a new prepare call can help. A session that ended leaves it good. */
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
    // A proxy's HTML page is no message for people.
  }
  return '';
}

/** Answers that pass with time: an overloaded or restarting server, a lock that another chunk still holds. */
export function passesWithTime(status: number): boolean {
  return [423, 425, 429, 502, 503, 504].includes(status);
}
