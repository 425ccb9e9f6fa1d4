import { Button } from '@mantine/core'
import { CloseAccount } from './close-account.tsx'
import { DataExports, useDataExports } from './data-exports.tsx'
import { SettingsPage } from './settings-page.tsx'

/** Everything that the account holds, to take along, and the way to close it. */
export function AccountDataPage() {
  const { found, start, isAtWork } = useDataExports()
  return (
    <SettingsPage
      current="/profile-settings/account-data"
      intro="One archive with everything that the account holds: lists and leads as CSV and NDJSON, history, labels, runs, ledger, members and settings. It is kept for 24 hours, and you are told when it is ready."
      actions={
        <Button loading={start.isPending} disabled={isAtWork} onClick={() => start.mutate()}>
          Export all data
        </Button>
      }
    >
      <DataExports found={found} />
      <CloseAccount onExport={() => start.mutate()} />
    </SettingsPage>
  )
}
