import { Popover } from '@mantine/core'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import classes from './evidence.module.css'

/** How a panel that explains something is open: looked at in passing, or opened to stay. */
type PeekMode = 'closed' | 'peek' | 'pinned'

/** A pointer that only passes opens nothing. */
const OPEN_MS = 350
/** Time to move from the button into its panel. */
const CLOSE_MS = 150

/** Opens on resting and on keyboard focus, stays after a click; `set` moves at once, `later` after a moment. */
function usePeek() {
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

interface EvidenceProps {
  /** Name of the panel, e.g. "evidence for info@acme.example"; the button's name ends with it. */
  label: string
  /** What the button shows. */
  children: ReactNode
  /** Drawn only while the panel is open, so that nothing is asked for before. */
  render: () => ReactNode
  /** -1 where the arrow keys move, as in a grid. */
  tabIndex?: number
  width?: number
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Calls `act` when something outside the elements is pressed. The button is inside: it closes by itself. */
function usePressOutside(on: boolean, inside: RefObject<HTMLElement | null>[], act: () => void) {
  useEffect(() => {
    if (!on) return
    const onPress = ({ target }: Event) => {
      if (!inside.some(({ current }) => current?.contains(target as Node))) act()
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  })
}

/**
 * A button that shows what is behind a value: in passing while the pointer or the focus rests on it, to stay when
 * it is pressed. Esc closes it and brings the focus back.
 */
export function Evidence({ label, children, render, tabIndex, width = 340 }: EvidenceProps) {
  const { mode, set, openSoon, closeSoon } = usePeek()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const quiet = useRef(false)
  const close = () => {
    set('closed')
    if (mode !== 'pinned') return
    // The focus that comes back must not open it again.
    quiet.current = true
    button.current?.focus({ preventScroll: true })
    quiet.current = false
  }
  usePressOutside(mode === 'pinned', [button, panel], () => set('closed'))
  const byMouse = (act: () => void) => (event: PointerEvent) => event.pointerType === 'mouse' && act()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && mode !== 'closed') close()
    if (event.key === 'Escape' ? mode !== 'closed' : event.key === 'Enter' || event.key === ' ')
      event.stopPropagation()
  }
  return (
    <span className={classes.root}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-expanded={mode !== 'closed'}
        onPointerEnter={byMouse(openSoon)}
        onPointerLeave={byMouse(closeSoon)}
        onFocus={(event) => {
          if (!quiet.current && event.currentTarget.matches(':focus-visible')) openSoon()
        }}
        onBlur={closeSoon}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          event.stopPropagation()
          set((now) => (now === 'pinned' ? 'closed' : 'pinned'))
        }}
      >
        {children}
        <span className="visually-hidden">{label}</span>
      </button>
      {mode !== 'closed' && (
        <Popover
          opened
          onDismiss={close}
          position="bottom-start"
          width={width}
          withRoles={false}
          trapFocus={mode === 'pinned'}
          closeOnClickOutside={false}
        >
          <Popover.Target>
            <span className={classes.anchor} aria-hidden />
          </Popover.Target>
          <Popover.Dropdown
            p={0}
            role="dialog"
            aria-label={label}
            onClick={stop}
            onKeyDown={stop}
            onPointerEnter={byMouse(() => set((now) => now))}
            onPointerLeave={byMouse(closeSoon)}
          >
            {/* Esc on it is for this panel and not for a drawer around it. */}
            <div
              ref={panel}
              className={classes.panel}
              tabIndex={-1}
              data-autofocus
              data-mantine-stop-propagation="true"
            >
              {render()}
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  )
}
