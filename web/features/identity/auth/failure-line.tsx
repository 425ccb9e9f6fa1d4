import { useEffect, useState } from 'react'
import classes from './auth.module.css'
import { failureLabel, readWait } from './failure-labels.ts'

/** A failure above a form. A wait that is over is no longer mentioned. */
export function FailureLine({ failure }: { failure: unknown }) {
  const [over, setOver] = useState<unknown>()
  const wait = readWait(failure)
  useEffect(() => {
    if (wait === undefined) return
    // Longer waits than a timer supports are not removed.
    const timer = setTimeout(() => setOver(failure), Math.min(wait, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [failure, wait])
  return (
    <p className={classes.failure} role="alert">
      {failure === undefined || failure === over ? null : failureLabel(failure)}
    </p>
  )
}
