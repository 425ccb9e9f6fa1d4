/** An invalid environment; the message is for the operator. */
export class EnvError extends Error {}
