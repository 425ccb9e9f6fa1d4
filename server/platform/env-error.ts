/** Thrown at start; the message is for the operator. */
export class EnvError extends Error {}
