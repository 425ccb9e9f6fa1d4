import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { reopenAccount } from '#contract/privacy/account-closing.ts'
import { call } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { loadSession } from '#web/lib/session.ts'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { LimitedAccount, OwnData, useLimited } from './limited-account.tsx'

/** The only page of a closed account until it is deleted: reopening it, and its data. */
export function AccountClosedPage() {
  const account = useLimited(({ delete_at }) => delete_at !== null)?.account
  const reopen = useMutation({
    mutationFn: () => call(reopenAccount),
    onSuccess: () => loadSession({ again: true }),
  })
  if (!account?.delete_at) return <SkeletonRows rows={3} height={40} label="Loading the account" />
  return (
    <LimitedAccount
      title="This account is closed"
      why={`${account.name} will be permanently deleted on ${formatDay(account.delete_at)}. Until then you can reopen it and continue where you left off, or download its data.`}
    >
      <Button fullWidth loading={reopen.isPending} onClick={() => reopen.mutate()}>
        Reopen account
      </Button>
      <OwnData />
    </LimitedAccount>
  )
}
