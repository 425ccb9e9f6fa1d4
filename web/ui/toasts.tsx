import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type FocusEvent, useEffect, useLayoutEffect, useState } from 'react'
import { TOAST_MS } from '#contract/core/constants.ts'
import { createStore, useStore } from '../lib/store.ts'
import { setToastSink, type Toast } from '../lib/toast.ts'
import { toastPlace } from './toast-place.ts'
import classes from './toasts.module.css'

interface Shown extends Toast {
  id: number
}

const MAX_SHOWN = 5
const shown = createStore<readonly Shown[]>([])
let lastId = 0

/** Removes all toasts. */
export const clearToasts = (): void => shown.set([])

const dismiss = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id))

/** Runs a toast's action, which makes it go. */
function act({ id, action }: Shown): void {
  action?.run()
  dismiss(id)
}

/** Undoes the change of the newest toast that offers it. @returns whether there is one. */
export function undoNewest(): boolean {
  const newest = shown.get().findLast(({ action }) => action?.isUndo)
  if (newest) act(newest)
  return newest !== undefined
}

setToastSink((toast) => {
  // A duplicate replaces the earlier toast and restarts its time.
  const others = shown.get().filter((one) => one.message !== toast.message)
  shown.set([...others, { ...toast, id: ++lastId }].slice(-MAX_SHOWN))
})

const ICONS = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle }

/** Errors first, then toasts with an action, then the rest; the newest first. */
const rankToast = ({ kind, action }: Shown): number => (kind === 'error' ? 2 : action ? 1 : 0)
const inOrder = (toasts: readonly Shown[]): Shown[] =>
  toasts.toSorted((one, other) => rankToast(other) - rankToast(one) || other.id - one.id)

function ToastLine({ toast, paused, more }: { toast: Shown; paused: boolean; more: number }) {
  const { id, duration = TOAST_MS, action } = toast
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration, paused])
  const Icon = ICONS[toast.kind]
  return (
    <div className={classes.toast} data-kind={toast.kind} role={toast.kind === 'error' ? 'alert' : undefined}>
      <Icon size={16} stroke={1.75} className={classes.icon} aria-hidden />
      <div className={classes.message}>{toast.message}</div>
      {more > 0 && (
        <span className={classes.more}>
          <span aria-hidden>{`+${more}`}</span>
          <span className="visually-hidden">{`${more} more`}</span>
        </span>
      )}
      {action && (
        <button type="button" className={`hoverable ${classes.action}`} onClick={() => act(toast)}>
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={`hoverable ${classes.close}`}
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

/** Tracks the layout while toasts are visible: a drawer may open or close under them. */
function useToastPlace(empty: boolean) {
  const [place, setPlace] = useState(toastPlace)
  useLayoutEffect(() => {
    if (empty) return
    const update = () => {
      const next = toastPlace()
      setPlace((now) => (now.top === next.top && now.right === next.right ? now : next))
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('transitionend', update)
    globalThis.addEventListener('resize', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('transitionend', update)
      globalThis.removeEventListener('resize', update)
    }
  }, [empty])
  return place
}

/**
 * The toast area: top right, where it covers neither the credits nor the title of a drawer or dialog. Shows
 * one at a time for 5 seconds each; while hovered or focused, all are shown and stay.
 */
export function Toasts() {
  const toasts = useStore(shown)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const empty = toasts.length === 0
  useEffect(() => {
    if (!empty) return
    setHovered(false)
    setFocused(false)
  }, [empty])
  const open = hovered || focused
  const ordered = inOrder(toasts)
  const place = useToastPlace(empty)
  return (
    <section
      className={classes.region}
      style={place}
      aria-label="Notifications"
      aria-live="polite"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false)
      }}
    >
      {(open ? ordered : ordered.slice(0, 1)).map((toast) => (
        <ToastLine key={toast.id} toast={toast} paused={open} more={open ? 0 : ordered.length - 1} />
      ))}
    </section>
  )
}
