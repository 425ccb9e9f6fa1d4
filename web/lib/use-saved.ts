import { useState } from 'react'

/**
 * A setting that is saved when it is changed. Shows the choice at once, until another value is stored; a
 * failed save restores the stored value.
 */
export function useSaved<T>(stored: T, save: (value: T) => Promise<unknown>) {
  const [choice, setChoice] = useState<{ value: T; isSaving: boolean }>()
  const [lastStored, setLastStored] = useState(stored)
  if (lastStored !== stored) {
    setLastStored(stored)
    setChoice(undefined)
  }
  const choose = (value: T) => {
    setChoice({ value, isSaving: true })
    save(value).then(
      () => setChoice((now) => now && { ...now, isSaving: false }),
      () => setChoice(undefined),
    )
  }
  return { value: choice ? choice.value : stored, isSaving: choice?.isSaving ?? false, choose }
}
