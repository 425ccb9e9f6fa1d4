import { useEffect, useState } from 'react'
import { formatExact, formatRelative } from '../lib/format.ts'

/** A relative time that stays current, with the exact time as a tooltip. */
export function When({ at }: { at: string }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at)}
    </time>
  )
}
