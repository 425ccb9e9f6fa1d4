import { useEffect, useState } from 'react'

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Whole seconds until a time (epoch milliseconds), counting down to 0. */
export function useCountdown(until: number): number {
  const [remaining, setRemaining] = useState(() => secondsUntil(until))
  useEffect(() => {
    setRemaining(secondsUntil(until))
    if (secondsUntil(until) === 0) return
    const timer = setInterval(() => {
      const seconds = secondsUntil(until)
      setRemaining(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return remaining
}
