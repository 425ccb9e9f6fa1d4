import { useCallback, useEffect, useRef, useState } from 'react'

/** How a panel that explains something is open: looked at in passing, or opened to stay. */
export type PeekMode = 'closed' | 'peek' | 'pinned'

/** A pointer that only passes opens nothing. */
const OPEN_MS = 350
/** Time to move from the button into its panel. */
const CLOSE_MS = 150

/** Opens on resting and on keyboard focus, stays after a click; `set` moves at once, `later` after a moment. */
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
