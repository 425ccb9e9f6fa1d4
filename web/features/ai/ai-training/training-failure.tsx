import { useEffect } from 'react'
import { errorMessage } from '#web/lib/api.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { Notice } from '#web/ui/notice.tsx'

const failure = createStore<unknown>(undefined)

/** Runs a change without its own form or dialog; failures are shown at the top of the tab. Never throws. */
export async function tryChange(change: () => Promise<unknown>): Promise<void> {
  failure.set(undefined)
  try {
    await change()
  } catch (error) {
    failure.set(error)
  }
}

/** The last failed change, until another one is tried or the tab is left. */
export function TrainingFailure() {
  const error = useStore(failure)
  useEffect(() => () => failure.set(undefined), [])
  return error === undefined ? null : <Notice tone="danger">{errorMessage(error)}</Notice>
}
