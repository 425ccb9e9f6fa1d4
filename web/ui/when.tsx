import { useEffect, useState } from 'react'
import { formatExact, formatRelative } from '../lib/format.ts'

/** A moment as people say it, kept fresh; the exact time is in the title. */
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
