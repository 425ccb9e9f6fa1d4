import { useEffect, useState } from 'react'

/**
 * Mounts a rarely used dialog or drawer on first opening: `isMounted` stays true from then on. `opened`
 * follows one render later, so that the opening transition and the focus return work.
 */
export function useLateMount(isOpen: boolean): { isMounted: boolean; opened: boolean } {
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpen(true)
  }, [isOpen])
  return { isMounted: isOpen || wasOpen, opened: isOpen && wasOpen }
}
