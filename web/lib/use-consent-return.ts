import { useEffect, useRef, useState } from 'react'
import { errorMessage } from './api.ts'

interface ConsentReturn {
  /** Completes the connection; called once. */
  finish: (body: { state: string; code: string }) => Promise<unknown>
  onDone: () => void
  /** Message if access wasn't granted. */
  refused: string
}

/** For the page that a vendor's consent page redirects to. @returns the error; null while it works. */
export function useConsentReturn(options: ConsentReturn): string | null {
  const [problem, setProblem] = useState<string | null>(null)
  const isStarted = useRef(false)
  const latest = useRef(options)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const { finish, onDone, refused } = latest.current
    const query = new URLSearchParams(window.location.search)
    const [state, code] = [query.get('state'), query.get('code')]
    // The code is single-use and must not stay in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (!state || !code) return setProblem(refused)
    finish({ state, code }).then(onDone, (error) => setProblem(errorMessage(error)))
  }, [])
  return problem
}
