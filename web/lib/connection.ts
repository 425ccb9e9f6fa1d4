import { useSyncExternalStore } from 'react'
import { createStore, useStore } from './store.ts'

/** Whether the event stream broke and could not be reopened. */
export const streamLost = createStore(false)

/** Reconnects now instead of after the backoff; set by the module that owns the connection. */
export const reconnect = createStore<() => void>(() => {})

function onNetworkChange(listener: () => void): () => void {
  globalThis.addEventListener('online', listener)
  globalThis.addEventListener('offline', listener)
  return () => {
    globalThis.removeEventListener('online', listener)
    globalThis.removeEventListener('offline', listener)
  }
}

const isOffline = () => !globalThis.navigator.onLine

/** Whether the server is unreachable, as far as this tab knows. */
export function useIsDisconnected(): boolean {
  const lost = useStore(streamLost)
  return useSyncExternalStore(onNetworkChange, isOffline) || lost
}
