import { useCallback, useEffect, useRef, useState } from 'react'

/** How an explaining panel is open: temporarily on hover, or pinned by a click. */
export type PeekMode = 'closed' | 'peek' | 'pinned'

/** Delay that ignores a passing pointer. */
const OPEN_MS = 350
/** Time to move from the button into its panel. */
const CLOSE_MS = 150

/**
 * Opens on hover and keyboard focus, stays open after a click. `set` applies at once, `later` after a delay.
 */
export function usePeek() {
  const [mode, setMode] = useState<PeekMode>('closed')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const set = useCallback((next: PeekMode | ((now: PeekMode) => PeekMode)) => {
    clearTimeout(timer.current)
    setMode(next)
  }, [])
  const wait = (ms: number, change: (now: PeekMode) => PeekMode) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setMode(change), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    mode,
    set,
    openSoon: () => wait(OPEN_MS, (now) => (now === 'closed' ? 'peek' : now)),
    closeSoon: () => wait(CLOSE_MS, (now) => (now === 'peek' ? 'closed' : now)),
  }
}
