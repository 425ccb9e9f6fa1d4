/** The result of an event. `forget`: its payload names people and is no longer needed. */
export interface Handled {
  outcome: 'done' | 'ignored'
  detail?: string
  forget?: boolean
  /** What is kept of the payload, where that is less. */
  payload?: Record<string, unknown>
}

/** The account of the sale isn't known: what was reported is applied when somebody claims it. */
export const WAITS: Handled = { outcome: 'done', detail: 'Waits until the buyer signs in and claims it' }

/** The event's object is not ours yet: it is retried for a while. */
export class NotYetError extends Error {}
