import { Box, Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { User } from '#contract/identity/user.ts'
import { can, loadSession, signOut, useSession } from '#web/lib/session.ts'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ActingBar } from '../log-in-as/acting-bar.tsx'

/** Data an owner can download. */
function OwnData() {
  const { found, ticket, start, isAtWork } = useDataExports({ polls: true })
  return (
    <>
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
    </>
  )
}

interface LockedProps {
  /** How the account is paid for. */
  payment: ReactNode
}

function LockedAccount({ user, payment }: LockedProps & { user: User }) {
  const navigate = useNavigate()
  return (
    <Stack gap="sm">
      {user.acting && <ActingBar />}
      <Box component="h1" fz="xl" lh="24px" fw={600}>{`${user.account.name} is locked`}</Box>
      <Box component="p" c="dimmed">
        {user.account.access.message ?? 'Ask your provider to open it again.'}
      </Box>
      {!user.acting && payment}
      <Button fullWidth variant="default" onClick={() => void loadSession({ again: true })}>
        Check again
      </Button>
      {can(user, 'manage_account') && !user.acting && <OwnData />}
      {!user.acting && (
        <Button
          variant="subtle"
          onClick={() => void signOut(() => navigate({ to: '/login', replace: true }))}
        >
          Sign out
        </Button>
      )}
    </Stack>
  )
}

/** The only page of a locked account: the reason, payment, and its data. */
export function AccountLockedPage({ payment }: LockedProps) {
  const session = useSession()
  const navigate = useNavigate()
  const user = session.status === 'signed-in' ? session.user : null
  const isLocked = user?.account.access.level === 'locked'
  const elsewhere = session.status === 'signed-out' ? '/login' : user && !isLocked ? '/' : null
  useEffect(() => {
    void loadSession()
  }, [])
  useEffect(() => {
    if (elsewhere) void navigate({ to: elsewhere, replace: true })
  }, [elsewhere, navigate])
  if (!user || !isLocked) return <SkeletonRows rows={3} height={40} label="Loading the account" />
  return <LockedAccount user={user} payment={payment} />
}
