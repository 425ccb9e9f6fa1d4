import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMailOff from '@tabler/icons-react/dist/esm/icons/IconMailOff.mjs'
import { useEffect } from 'react'
import { PAGE_SIZES } from '#contract/constants.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager, pastTheEnd } from '#web/ui/pager.tsx'
import { MailDrawer } from './mail-drawer.tsx'
import { goesToConsole } from './mail-labels.ts'
import classes from './mails-page.module.css'
import { isNarrowed } from './mails-query.ts'
import { MailsSkeleton, MailsTable } from './mails-table.tsx'
import { MailsToolbar } from './mails-toolbar.tsx'
import { useMails, useMailsQuery } from './use-mails.ts'

/** Mails of the last 90 days, what they say and whether they arrived; for administrators. */
export function MailsPage() {
  const [query, change] = useMailsQuery()
  const mails = useMails(query)
  const cards = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const found = mails.data
  const beyond = pastTheEnd(found)
  useEffect(() => {
    if (beyond !== null) change({ page: beyond })
  }, [beyond, change])
  return (
    <div className={classes.page}>
      <PageHeader title="Mail" subtitle="What was sent in the last 90 days" />
      {found && goesToConsole(found.data) && (
        <Alert
          className={classes.banner}
          variant="light"
          color="gray"
          icon={<IconMailOff size={16} stroke={1.75} aria-hidden />}
          title="Mail is not sent to anybody"
        >
          No mail server (SMTP) is set up, so mails are only written to the server’s log.
        </Alert>
      )}
      <MailsToolbar query={query} onChange={change} />
      {mails.isPending && <MailsSkeleton cards={cards} />}
      {mails.isError && !found && (
        <LoadError what="The mails" error={mails.error} onRetry={() => void mails.refetch()} />
      )}
      {found?.total === 0 &&
        (isNarrowed(query) ? (
          <EmptyState
            icon={IconMail}
            title="No mail matches"
            action={
              <Button variant="default" onClick={() => change({ search: '', state: null, page: 1 })}>
                Show all mails
              </Button>
            }
          />
        ) : (
          <EmptyState icon={IconMail} title="No mail yet">
            Confirmations, new passwords, invitations: every mail to a person is listed here.
          </EmptyState>
        ))}
      {found !== undefined && found.total > 0 && (
        <>
          <MailsTable rows={found.data} cards={cards} open={query.mail} onOpen={(mail) => change({ mail })} />
          <Pager
            page={query.page}
            limit={query.limit}
            sizes={PAGE_SIZES}
            total={found.total}
            onChange={change}
          />
        </>
      )}
      <MailDrawer
        id={query.mail}
        ids={found?.data.map(({ id }) => id) ?? []}
        onOpen={(mail) => change({ mail })}
      />
    </div>
  )
}
