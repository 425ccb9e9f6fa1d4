import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type FacebookSettings, facebookSignIn, loadFacebook } from './facebook-sdk.ts'
import type { VendorButtonProps } from './vendor-button.ts'

const icon = (
  <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="12" fill="#0866ff" />
    <path
      fill="#fff"
      d="M13.4 24v-9h2.9l.5-3.6h-3.4V9.3c0-1 .5-1.8 2-1.8h1.6V4.4s-1.3-.3-2.7-.3c-3 0-4.7 1.7-4.7 4.7v2.6H6.7V15h2.9v9z"
    />
  </svg>
)

/** Signing in with Facebook. The SDK loads with the page, so that a click opens its window at once. */
export function FacebookButton({ settings, busy, onToken, onFailure }: VendorButtonProps<FacebookSettings>) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    // A failed load is reported on click, which tries again.
    loadFacebook(settings).catch(() => {})
  }, [settings])
  const start = async () => {
    onFailure(undefined)
    setOpen(true)
    try {
      const token = await facebookSignIn(await loadFacebook(settings))
      if (token) onToken(token)
    } catch (error) {
      onFailure(error)
    } finally {
      setOpen(false)
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      fullWidth
      leftSection={icon}
      loading={busy}
      data-open={open || undefined}
      onClick={() => void start()}
    >
      Continue with Facebook
    </Button>
  )
}
