import { useState } from 'react'
import { useCountdown } from '../../../ui/use-countdown.ts'
import classes from './auth.module.css'

/** Minimum time between two codes, in milliseconds. */
const RESEND_AFTER_MS = 60_000

interface ResendLineProps {
  /** When the last code was sent, epoch milliseconds. */
  sentAt: number
  /** Sends a new one. The caller shows failures. */
  onResend: () => Promise<void>
  onFailure: (failure: unknown) => void
}

/** Offers a new code a minute after the last one. The button keeps its place and the focus. */
export function ResendLine({ sentAt, onResend, onFailure }: ResendLineProps) {
  const left = useCountdown(sentAt + RESEND_AFTER_MS)
  const [busy, setBusy] = useState(false)
  const [sentAgain, setSentAgain] = useState(false)
  const blocked = busy || left > 0
  const resend = async () => {
    if (blocked) return
    onFailure(undefined)
    setBusy(true)
    try {
      await onResend()
      setSentAgain(true)
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={classes.resend}>
      <span role="status">
        {sentAgain ? 'A new code is on its way.' : 'No email? Check your spam folder.'}
      </span>{' '}
      <button type="button" className={classes.link} aria-disabled={blocked} onClick={() => void resend()}>
        Send a new code
        {left > 0 && <span className="numeric"> in {left} s</span>}
      </button>
    </p>
  )
}
