import { Button } from '@mantine/core'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'
import { CloseAccount } from './close-account.tsx'
import { SettingsPage } from './settings-page.tsx'

/** The account's data as an archive, and closing the account. */
export function AccountDataPage() {
  const { found, ticket, start, isAtWork } = useDataExports()
  return (
    <SettingsPage
      title="Account data"
      intro="One archive with everything in your account: lists and leads as CSV and NDJSON, history, labels, runs, transactions, members and settings. We’ll notify you when it’s ready. It’s kept for 24 hours."
      actions={
        <Button loading={start.isPending} disabled={isAtWork} onClick={() => start.mutate()}>
          Export all data
        </Button>
      }
    >
      <DataExports found={found} ticket={ticket} />
      <CloseAccount onExport={() => start.mutate()} />
    </SettingsPage>
  )
}
