import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as api from '#contract/identity/sign-on.ts'
import { call } from '../../../lib/api.ts'
import { withoutSchemas } from '../../../lib/endpoints.ts'
import { keepRequest } from './sign-on-request.ts'
import { useReturn } from './use-return.ts'

const beginSignOn = withoutSchemas<typeof api.beginSignOn>({
  name: 'auth.beginSignOn',
  method: 'POST',
  path: '/auth/sign-on',
})

/** Leads to the site's own provider, which leads back to /sign-on. */
export function OpenIdButton({ label, onFailure }: { label: string; onFailure: (failure: unknown) => void }) {
  const [busy, setBusy] = useState(false)
  const { to } = useReturn()
  const begin = async () => {
    setBusy(true)
    onFailure(undefined)
    try {
      // Shown instead: at the form of the page
      const { data } = await call(beginSignOn, { quiet: true })
      keepRequest({ request: data.request, ...(to && { to }) })
      window.location.assign(data.url)
    } catch (error) {
      onFailure(error)
      setBusy(false)
    }
  }
  return (
    <Button variant="default" size="sm" fullWidth loading={busy} onClick={() => void begin()}>
      Continue with {label}
    </Button>
  )
}
