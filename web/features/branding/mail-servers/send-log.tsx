import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { sentMails } from '#contract/branding/mail.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { mailList, whilePending } from '../mail/mail-list.tsx'
import { smtpSearch } from './smtp-search.ts'

/** Mails sent in the name of the brand, with their results. */
export function SendLog() {
  const [query, change] = usePageSearch(smtpSearch)
  const { page, limit, state, bounced, search } = query
  const found = usePagedQuery(sentMails, { query: { page, limit, search, state, bounced } }, whilePending)
  return (
    <ListSection
      {...mailList}
      list={{ found, query, change }}
      empty={
        <EmptyState icon={IconMail} title="No emails yet">
          Sign-up confirmations, password resets and notifications to your customers appear here.
        </EmptyState>
      }
    />
  )
}
