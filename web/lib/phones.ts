import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

type Format = (value: string) => string
const plans = createStore<{ format: Format } | null>(null)
let loading = false

/** Numbering plans are a separate chunk, loaded only for pages with foreign numbers. */
function loadPlans(): void {
  if (loading) return
  loading = true
  import('./phone-plans.ts').then(
    ({ formatPhone }) => plans.set({ format: formatPhone }),
    // Without the plans the number is shown unformatted; the next one tries again.
    () => {
      loading = false
    },
  )
}

const NORTH_AMERICA = /^\+1(\d{3})(\d{3})(\d{4})$/

/** A phone number in its country's format: `+1 503 564 2739`, `+49 30 123456`. */
export function useReadablePhone(value: string): string {
  const loaded = useStore(plans)
  const [isNear, isFar] = [NORTH_AMERICA.test(value), /^\+\d{7,15}$/.test(value)]
  useEffect(() => {
    if (isFar && !isNear) loadPlans()
  }, [isFar, isNear])
  if (isNear) return value.replace(NORTH_AMERICA, '+1 $1 $2 $3')
  return isFar && loaded ? loaded.format(value) : value
}
