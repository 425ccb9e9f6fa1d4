import { useEffect, useState } from 'react'

/**
 * For a dialog or drawer that most visits never open: `isMounted` is true from its first opening on, and `opened`
 * follows one step later, so that it opens as it would have, and gives the focus back.
 */
export function useLateMount(isOpen: boolean): { isMounted: boolean; opened: boolean } {
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpen(true)
  }, [isOpen])
  return { isMounted: isOpen || wasOpen, opened: isOpen && wasOpen }
}
