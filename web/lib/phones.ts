import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

type Format = (value: string) => string
const plans = createStore<{ format: Format } | null>(null)
let loading = false

/** The numbering plans of the world are a file of their own: only a page with a phone of another country asks for it. */
function loadPlans(): void {
  if (loading) return
  loading = true
  import('./phone-plans.ts').then(
    ({ formatPhone }) => plans.set({ format: formatPhone }),
    // Without the plans a number is still a number; the next one asks again.
    () => {
      loading = false
    },
  )
}

const NORTH_AMERICA = /^\+1(\d{3})(\d{3})(\d{4})$/

/** A number as people of its country group it: `+1 503 564 2739`, `+49 30 123456`. */
export function useReadablePhone(value: string): string {
  const loaded = useStore(plans)
  const [isNear, isFar] = [NORTH_AMERICA.test(value), /^\+\d{7,15}$/.test(value)]
  useEffect(() => {
    if (isFar && !isNear) loadPlans()
  }, [isFar, isNear])
  if (isNear) return value.replace(NORTH_AMERICA, '+1 $1 $2 $3')
  return isFar && loaded ? loaded.format(value) : value
}
