import { NativeSelect } from '@mantine/core'
import { MAIL_STATES } from '#contract/mail.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { STATE_WORDS } from './mail-labels.ts'
import classes from './mails-page.module.css'
import type { MailState, MailsQuery } from './mails-query.ts'

interface MailsToolbarProps {
  query: MailsQuery
  onChange: (change: Partial<MailsQuery>) => void
}

const STATE_OPTIONS = [
  { value: '', label: 'All states' },
  ...MAIL_STATES.map((state) => ({ value: state, label: STATE_WORDS[state] })),
]

/** Recipient and state of the mails. */
export function MailsToolbar({ query, onChange }: MailsToolbarProps) {
  return (
    <search className={classes.toolbar}>
      <SearchField
        className={classes.search}
        label="Search by recipient"
        value={query.search}
        maxLength={254}
        onChange={(search) => onChange({ search, page: 1 })}
      />
      <NativeSelect
        size="xs"
        aria-label="State"
        value={query.state ?? ''}
        data={STATE_OPTIONS}
        onChange={(event) =>
          onChange({ page: 1, state: (event.currentTarget.value || null) as MailState | null })
        }
      />
    </search>
  )
}
