import { useCallback, useState } from 'react'

const storage = (): Storage | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** The value stored for this tab, or null if it is missing, unreadable or storage is blocked. */
export function readTabValue<T>(key: string): T | null {
  try {
    return JSON.parse(storage()?.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a value for this tab across reloads; null removes it. Never throws. */
export function writeTabValue(key: string, value: unknown): void {
  try {
    if (value === null) storage()?.removeItem(key)
    else storage()?.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage, a reload restarts the step; nothing else depends on it.
  }
}

/** A value that survives a reload of this tab. */
export function useTabState<T>(key: string): [T | null, (next: T | null) => void] {
  const [value, setValue] = useState<T | null>(() => readTabValue<T>(key))
  const change = useCallback(
    (next: T | null) => {
      writeTabValue(key, next)
      setValue(next)
    },
    [key],
  )
  return [value, change]
}
