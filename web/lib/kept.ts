import { useCallback, useState } from 'react'

const storage = (): Storage | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** What was kept under a key for this browser tab, or null: nothing there, unreadable, or storage is forbidden. */
export function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(storage()?.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps a value for this browser tab through a reload; null forgets it. Never throws. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === null) storage()?.removeItem(key)
    else storage()?.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage a reload starts the step again; nothing else depends on it.
  }
}

/** A value that survives a reload of this tab. */
export function useKept<T>(key: string): [T | null, (next: T | null) => void] {
  const [value, setValue] = useState<T | null>(() => readKept<T>(key))
  const change = useCallback(
    (next: T | null) => {
      keep(key, next)
      setValue(next)
    },
    [key],
  )
  return [value, change]
}
