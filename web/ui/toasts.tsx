import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useState } from 'react'
import { TOAST_MS } from '#contract/constants.ts'
import { createStore, useStore } from '../lib/store.ts'
import { setToastSink, type Toast } from '../lib/toast.ts'
import classes from './toasts.module.css'

interface Shown extends Toast {
  id: number
}

const MOST = 5
const shown = createStore<readonly Shown[]>([])
let lastId = 0

const dismiss = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id))

setToastSink((toast) => {
  // The same words twice at once help nobody; the newer one starts its time anew.
  const others = shown.get().filter((one) => one.message !== toast.message)
  shown.set([...others, { ...toast, id: ++lastId }].slice(-MOST))
})

const ICONS = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle }

function ToastLine({ toast, paused }: { toast: Shown; paused: boolean }) {
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
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            action.run()
            dismiss(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => dismiss(id)}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

/** The corner where toasts appear: top right, 5 seconds, longer while the pointer or the focus rests on them. */
export function Toasts() {
  const toasts = useStore(shown)
  const [paused, setPaused] = useState(false)
  const empty = toasts.length === 0
  useEffect(() => {
    if (empty) setPaused(false)
  }, [empty])
  return (
    <section
      className={classes.region}
      aria-label="Notifications"
      aria-live="polite"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} paused={paused} />
      ))}
    </section>
  )
}
