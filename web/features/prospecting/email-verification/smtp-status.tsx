import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { verificationStatus } from '#contract/prospecting/email-verification.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { Notice } from '#web/ui/notice.tsx'
import { When } from '#web/ui/when.tsx'

const TITLES = {
  closed: 'Mailboxes can’t be checked: port 25 is closed',
  off: 'Mailbox checks are turned off on this installation',
} as const

/** A notice while mailboxes can't be checked; nothing otherwise. */
export function SmtpStatus() {
  const status = useQuery(endpointQuery(verificationStatus))
  if (!status.data) return null
  const { smtp, message, since } = status.data.data
  if (smtp !== 'closed' && smtp !== 'off') return null
  return (
    <Box pt="sm" px="var(--app-gutter)" bg="var(--app-surface)">
      <Notice tone="warning" title={TITLES[smtp]}>
        {message} We still check spelling, domain and mail servers. Unconfirmed mailboxes count as potential.
        {since && (
          <>
            {' '}
            Noticed <When at={since} />.
          </>
        )}
      </Notice>
    </Box>
  )
}
