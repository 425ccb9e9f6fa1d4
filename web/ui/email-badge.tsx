import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { EmailState } from './email-state.tsx'
import { Evidence } from './evidence.tsx'

const EmailEvidence = lazy(() =>
  import('./email-evidence.tsx').then((module) => ({ default: module.EmailEvidence })),
)

interface EmailBadgeProps {
  email: string
  state: string | null | undefined
  /** Kind of the address as the list knows it. */
  kind?: string | undefined
  /** Where the address comes from, drawn below what is known about it; only while the evidence is open. */
  origin?: (() => ReactNode) | undefined
  /** Who vouches for the state, shown where we have not checked the address ourselves. */
  vouched?: (() => ReactNode) | undefined
  tabIndex?: number
}

/** State of an address as icon and word; resting on it or pressing it shows the evidence. */
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
