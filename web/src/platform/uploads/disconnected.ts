/** The connection was lost: it is unknown what arrived, so asking and continuing makes sense. */
export class Disconnected extends Error {}
