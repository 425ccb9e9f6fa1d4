import { useCallback, useRef } from 'react'
import type { TabProps } from './training-search.ts'

/** Removes a crawl without pages from the tab; its form shows why. */
export function useClearedCrawl(form: { fail: (failure: unknown) => void }, change: TabProps['change']) {
  const fail = useRef(form.fail)
  fail.current = form.fail
  return useCallback(
    (problem: string | null) => {
      change({ job: null })
      fail.current(problem === null ? undefined : new Error(problem))
    },
    [change],
  )
}
