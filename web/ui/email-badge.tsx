import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { EmailState } from './email-state.tsx'
import { Evidence } from './evidence.tsx'
import { loadLater } from './load-later.tsx'

const EmailEvidence = loadLater(async () => (await import('./email-evidence.tsx')).EmailEvidence)

interface EmailBadgeProps {
  email: string
  state: string | null | undefined
  /** Email type, as the list knows it. */
  kind?: string
  /** Where the address comes from; rendered only while the evidence is open. */
  origin?: () => ReactNode
  /** Whose statement the state is, for addresses we have not verified ourselves. */
  vouched?: () => ReactNode
  tabIndex?: number
}

/** State of an address as icon and word; hover or press to see the evidence. */
export function EmailBadge({ email, state, kind, origin, vouched, tabIndex }: EmailBadgeProps) {
  return (
    <Evidence
      label={`evidence for ${email}`}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      width={380}
      render={() => (
        <Suspense fallback={<Skeleton height={160} />}>
          <EmailEvidence email={email} kind={kind} origin={origin?.()} vouched={vouched?.()} />
        </Suspense>
      )}
    >
      <EmailState state={state} />
    </Evidence>
  )
}
