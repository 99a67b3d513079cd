/** Whether the session still holds could not be found out: the server did not answer, or had a trouble of its own. */
export class SessionUnchecked extends Error {}
