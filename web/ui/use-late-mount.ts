import { useEffect, useState } from 'react'

/**
 * For a dialog or drawer that most visits never open: `isMounted` is true from its first opening on, and `opened`
 * follows one step later, so that it opens as it would have, and gives the focus back.
 */
export function useLateMount(isWanted: boolean): { isMounted: boolean; opened: boolean } {
  const [wasWanted, setWasWanted] = useState(false)
  useEffect(() => {
    if (isWanted) setWasWanted(true)
  }, [isWanted])
  return { isMounted: isWanted || wasWanted, opened: isWanted && wasWanted }
}
