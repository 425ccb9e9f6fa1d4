import { Box, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#contract/identity/user.ts'
import { reopenAccount } from '#contract/privacy/account-closing.ts'
import { call } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { loadSession, signOut, useSession } from '#web/lib/session.ts'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'

function ClosedAccount({ account, until }: { account: User['account']; until: string }) {
  const navigate = useNavigate()
  const { found, ticket, start, isAtWork } = useDataExports({ polls: true })
  const reopen = useMutation({
    mutationFn: () => call(reopenAccount),
    onSuccess: () => loadSession({ again: true }),
  })
  return (
    <Stack gap="sm">
      <Box component="h1" fz="xl" lh="24px" fw={600}>
        This account is closed
      </Box>
      <Box component="p" c="dimmed">
        {`${account.name} will be permanently deleted on ${formatDay(until)}. Until then you can reopen it and continue where you left off, or download its data.`}
      </Box>
      <Button fullWidth loading={reopen.isPending} onClick={() => reopen.mutate()}>
        Reopen account
      </Button>
      <Button
        fullWidth
        variant="default"
        loading={start.isPending || isAtWork}
        onClick={() => start.mutate()}
      >
        Download your data
      </Button>
      <section aria-label="Your data">
        <DataExports found={found} ticket={ticket} />
      </section>
      <Button variant="subtle" onClick={() => void signOut(() => navigate({ to: '/login', replace: true }))}>
        Sign out
      </Button>
    </Stack>
  )
}

/** The only page of a closed account until it is deleted: reopening it, and its data. */
export function AccountClosedPage() {
  const session = useSession()
  const navigate = useNavigate()
  const user = session.status === 'signed-in' ? session.user : null
  const elsewhere =
    session.status === 'signed-out' ? '/login' : user && user.account.delete_at === null ? '/' : null
  useEffect(() => {
    void loadSession()
  }, [])
  useEffect(() => {
    if (elsewhere) void navigate({ to: elsewhere, replace: true })
  }, [elsewhere, navigate])
  if (!user?.account.delete_at) return <SkeletonRows rows={3} height={40} label="Loading the account" />
  return <ClosedAccount account={user.account} until={user.account.delete_at} />
}
