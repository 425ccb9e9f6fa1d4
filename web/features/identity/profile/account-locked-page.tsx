import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { can, loadSession } from '#web/lib/session.ts'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ActingBar } from '../log-in-as/acting-bar.tsx'
import { LimitedAccount, OwnData, useLimited } from './limited-account.tsx'

/** The only page of a locked account: the reason, how it is paid for, and its data. */
export function AccountLockedPage({ payment }: { payment: ReactNode }) {
  const user = useLimited(({ access }) => access.level === 'locked')
  if (!user) return <SkeletonRows rows={3} height={40} label="Loading the account" />
  const { account, acting } = user
  return (
    <LimitedAccount
      title="Your account is locked"
      why={account.access.message ?? 'Ask your provider to open it again.'}
      before={acting && <ActingBar />}
      canSignOut={!acting}
    >
      {!acting && payment}
      <Button fullWidth variant="default" onClick={() => void loadSession({ again: true })}>
        Check again
      </Button>
      {can(user, 'manage_account') && !acting && <OwnData />}
    </LimitedAccount>
  )
}
