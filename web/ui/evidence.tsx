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

/** How an explaining panel is open: temporarily on hover, or pinned by a click. */
type PeekMode = 'closed' | 'peek' | 'pinned'

/** Delay that ignores a passing pointer. */
const OPEN_MS = 350
/** Time to move from the button into its panel. */
const CLOSE_MS = 150

/**
 * Opens on hover and keyboard focus, stays open after a click. `set` applies at once, `later` after a delay.
 */
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
  /** Name of the panel, such as "evidence for info@acme.example"; also ends the button's name. */
  label: string
  children: ReactNode
  /** Rendered only while the panel is open, so that nothing loads earlier. */
  render: () => ReactNode
  /** -1 where arrow keys move the focus, as in a grid. */
  tabIndex?: number
  width?: number
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Calls `act` on a press outside of the elements. The button counts as inside: it toggles by itself. */
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
 * A button with a panel that explains a value: opens on hover and focus, stays open when pressed. Esc closes
 * it and returns the focus.
 */
export function Evidence({ label, children, render, tabIndex, width = 340 }: EvidenceProps) {
  const { mode, set, openSoon, closeSoon } = usePeek()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const quiet = useRef(false)
  const close = () => {
    set('closed')
    if (mode !== 'pinned') return
    // The returning focus must not open it again.
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
            {/* Esc is handled here, not by a surrounding drawer. */}
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
