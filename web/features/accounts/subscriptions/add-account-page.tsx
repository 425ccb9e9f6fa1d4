import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { sellablePackages } from '#contract/accounts/subscriptions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { AddAccountForm } from './add-account-form.tsx'
import { ImportAccounts } from './import-accounts.tsx'

const BACK = { to: '/whitelabel/subscriptions', label: 'Back to Subscriptions' }

/** Accounts that a reseller adds: one by a form, or many from a file. */
export function AddAccountPage() {
  const [mode, setMode] = useState('one')
  const found = useEndpoint(sellablePackages, { query: {} })
  const packages = found.data?.data
  return (
    <>
      <PageHeader
        title="Add an Account"
        subtitle="The owner gets a link to set a password, in your brand"
        back={BACK}
      />
      <Stack p="md" gap="md" maw={mode === 'one' ? 480 : 960}>
        <SegmentedControl
          aria-label="How to add"
          value={mode}
          onChange={setMode}
          data={[
            { value: 'one', label: 'One account' },
            { value: 'csv', label: 'From a CSV' },
          ]}
        />
        {!packages && found.isError && <LoadError what="The packages" query={found} />}
        {!packages && !found.isError && <SkeletonRows rows={5} height={48} label="Loading the packages" />}
        {packages?.length === 0 && (
          <Notice tone="warning">You have no package yet. Create one under Packages first.</Notice>
        )}
        {packages && packages.length > 0 && mode === 'one' && <AddAccountForm packages={packages} />}
        {packages && packages.length > 0 && mode === 'csv' && <ImportAccounts packages={packages} />}
      </Stack>
    </>
  )
}
