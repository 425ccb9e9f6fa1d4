import { useSyncExternalStore } from 'react'
import { createStore, useStore } from './store.ts'

/** Whether the stream of live events could not be opened again after it broke. */
export const streamLost = createStore(false)

/** Tries the connection now instead of after the next wait; set by whoever keeps it. */
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

/** Whether the server cannot be reached, as far as this tab knows. Followed by the component. */
export function useIsDisconnected(): boolean {
  const lost = useStore(streamLost)
  return useSyncExternalStore(onNetworkChange, isOffline) || lost
}
