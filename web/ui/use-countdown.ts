import { useEffect, useState } from 'react'

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Whole seconds until a time (epoch milliseconds), counting down to 0. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    setLeft(secondsUntil(until))
    if (secondsUntil(until) === 0) return
    const timer = setInterval(() => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
