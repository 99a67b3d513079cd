/** The session could not be checked: the server did not answer, or had an error of its own. */
export class SessionUnchecked extends Error {}
