import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { mails } from '#contract/branding/mail.ts'
import { count, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { MailDrawer } from './mail-drawer.tsx'
import { mailFilters, mailList, whilePending } from './mail-list.tsx'
import { MailSetup } from './mail-setup.tsx'

const mailsSearch = pageSearch({ ...mailFilters, ...paging, mail: count(null) }, { stays: ['mail'] })

/** Mails of the last 90 days with their content and state; for administrators. */
export function MailsPage() {
  const [query, change] = usePageSearch(mailsSearch)
  const { mail, ...filters } = query
  const found = usePagedQuery(mails, { query: filters }, whilePending)
  const rows = found.data?.data ?? []
  return (
    <ListPage
      title="Sent emails"
      subtitle="What was sent in the last 90 days"
      banner={<MailSetup />}
      {...mailList}
      list={{ found, query, change }}
      opening={{ open: mail, onOpen: ({ id }) => change({ mail: id }) }}
      empty={
        <EmptyState icon={IconMail} title="No emails yet">
          Confirmations, password resets and invitations appear here.
        </EmptyState>
      }
    >
      <MailDrawer id={mail} ids={rows.map(({ id }) => id)} onOpen={(opened) => change({ mail: opened })} />
    </ListPage>
  )
}
