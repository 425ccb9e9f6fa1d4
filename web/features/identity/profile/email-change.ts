/** A pending email change, waiting for the code sent to the new address; it survives a reload. */
export interface PendingChange {
  userId: number
  email: string
  /** ISO time after which the code is no longer good. */
  expiresAt: string
  /** Epoch milliseconds of the last mail. */
  sentAt: number
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'mail_change'
/** Minimum time between two mails. */
export const RESEND_MS = 60_000

const isPending = (value: unknown): value is PendingChange => {
  const change = value as Partial<PendingChange> | null
  return (
    typeof change === 'object' &&
    change !== null &&
    typeof change.userId === 'number' &&
    typeof change.email === 'string' &&
    typeof change.expiresAt === 'string' &&
    typeof change.sentAt === 'number'
  )
}

/** The pending change of this user in this tab, unless its code has expired. */
export function readPending(store: Store, userId: number, now: number): PendingChange | null {
  try {
    const value: unknown = JSON.parse(store.getItem(KEY) ?? 'null')
    if (!isPending(value) || value.userId !== userId) return null
    return Date.parse(value.expiresAt) > now ? value : null
  } catch {
    return null
  }
}

/** Stores the change for a reload; null removes it. */
export function keepPending(store: Store, change: PendingChange | null): void {
  try {
    if (change) store.setItem(KEY, JSON.stringify(change))
    else store.removeItem(KEY)
  } catch {
    // A full or forbidden store: the step is lost with the page, nothing else.
  }
}
