import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'

type Listener = () => void
const listeners = new Set<Listener>()

const storage = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

// Also kept in memory, so that a browser that blocks storage works until it is closed.
let memory: string | null = null

export const readToken = (): string | null => storage()?.getItem(ACCESS_TOKEN_KEY) ?? memory

/** Stores the token (null removes it) and notifies listeners in this tab. */
export function writeToken(token: string | null): void {
  memory = token
  try {
    if (token === null) storage()?.removeItem(ACCESS_TOKEN_KEY)
    else storage()?.setItem(ACCESS_TOKEN_KEY, token)
  } catch {
    // Storage is full or blocked: the copy in memory serves this tab.
  }
  for (const listener of listeners) listener()
}

/** Calls back when the token changes here or in another tab. Returns a function that stops. */
export function onTokenChange(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== ACCESS_TOKEN_KEY) return
    memory = null
    listener()
  }
  listeners.add(listener)
  globalThis.addEventListener?.('storage', onStorage)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener?.('storage', onStorage)
  }
}

const OWN_TOKEN_KEY = 'own_token'

/** The person's own token while they are logged in as someone else. */
export const readOwnToken = (): string | null => storage()?.getItem(OWN_TOKEN_KEY) ?? null

/** Keeps the own token for the way back; null forgets it. */
export function keepOwnToken(token: string | null): void {
  try {
    if (token === null) storage()?.removeItem(OWN_TOKEN_KEY)
    else storage()?.setItem(OWN_TOKEN_KEY, token)
  } catch {
    // Without storage, the person signs in again instead of going back.
  }
}
