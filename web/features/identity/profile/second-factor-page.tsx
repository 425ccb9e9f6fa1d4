import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { secondFactor } from '#contract/identity/me.ts'
import { loadSession } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorOn } from './second-factor-on.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { SettingsPage } from './settings-page.tsx'

function Waiting() {
  return (
    <Card role="status" aria-label="Loading two-factor authentication">
      <Skeleton height={12} width={120} my={4} />
      <Skeleton height={10} width="80%" my={5} />
      <Skeleton height={10} width="45%" my={5} />
      <Skeleton height={30} width={168} />
    </Card>
  )
}

function Content() {
  const query = useEndpoint(secondFactor)
  const [codes, setCodes] = useState<string[] | null>(null)
  // Whether the panel replaces one that had the focus.
  const [acted, setActed] = useState(false)
  const refresh = () => {
    setActed(true)
    return loadSession({ again: true })
  }
  const show = (next: string[]) => {
    setCodes(next)
    void refresh()
  }
  if (codes) return <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />
  if (query.data) {
    const state = query.data.data
    return state.enabled ? (
      <SecondFactorOn state={state} onRenewed={show} onDisabled={refresh} focus={acted} />
    ) : (
      <SecondFactorSetup onEnabled={show} focus={acted} />
    )
  }
  if (query.isError) {
    return <LoadError what="Two-factor authentication" query={query} />
  }
  return <Waiting />
}

/** The person's second factor: turning it on and off, and the recovery codes. */
export function SecondFactorPage() {
  return (
    <SettingsPage
      title="Two-factor authentication"
      intro="Sign in with your password and a code from an authenticator app."
    >
      <Content />
    </SettingsPage>
  )
}
