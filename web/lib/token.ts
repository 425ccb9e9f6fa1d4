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

// Kept beside the storage so that a browser that forbids storage can still be used until it is closed.
let memory: string | null = null

/** The stored access token, or null when nobody is signed in. */
export const readToken = (): string | null => storage()?.getItem(ACCESS_TOKEN_KEY) ?? memory

/** Stores the token (null removes it) and tells every listener of this tab. */
export function writeToken(token: string | null): void {
  memory = token
  try {
    if (token === null) storage()?.removeItem(ACCESS_TOKEN_KEY)
    else storage()?.setItem(ACCESS_TOKEN_KEY, token)
  } catch {
    // Storage is full or forbidden: the copy in memory serves this tab.
  }
  for (const listener of listeners) listener()
}

/** Calls back when the token changes here or in another tab; answers the way to stop listening. */
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
