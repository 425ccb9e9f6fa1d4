import { Box, Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { User } from '#contract/identity/user.ts'
import { loadSession, signOut, useSession } from '#web/lib/session.ts'
import { DataExports, useDataExports } from '#web/ui/data-exports.tsx'

/** The person, for a page of accounts in a certain state; others are led away. */
export function useLimited(isLimited: (account: User['account']) => boolean): User | null {
  const session = useSession()
  const navigate = useNavigate()
  const user = session.status === 'signed-in' ? session.user : null
  const limited = user && isLimited(user.account) ? user : null
  const elsewhere = session.status === 'signed-out' ? '/login' : user && !limited ? '/' : null
  useEffect(() => {
    void loadSession()
  }, [])
  useEffect(() => {
    if (elsewhere) void navigate({ to: elsewhere, replace: true })
  }, [elsewhere, navigate])
  return limited
}

/** Data an owner can download. */
export function OwnData() {
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

interface LimitedAccountProps {
  title: string
  why: string
  before?: ReactNode
  children: ReactNode
  canSignOut?: boolean
}

/** The only page of an account: why it is, and what can be done. */
export function LimitedAccount({ title, why, before, children, canSignOut = true }: LimitedAccountProps) {
  const navigate = useNavigate()
  return (
    <Stack gap="sm">
      {before}
      <Box component="h1" fz="xl" lh="24px" fw={600}>
        {title}
      </Box>
      <Box component="p" c="dimmed">
        {why}
      </Box>
      {children}
      {canSignOut && (
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
