import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/constants.ts'
import { MAIL_STATES } from '#contract/mail.ts'
import { STATE_WORDS } from './mail-words.ts'
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
  const [text, setText] = useState(query.search)
  const sent = useRef(query.search)
  // A search that came from elsewhere (the back button) fills the field; our own typing is ahead of the address.
  useEffect(() => {
    if (query.search === sent.current) return
    sent.current = query.search
    setText(query.search)
  }, [query.search])
  const send = useDebouncedCallback((search: string) => {
    sent.current = search
    onChange({ search, page: 1 })
  }, FILTER_DEBOUNCE_MS)
  return (
    <search className={classes.toolbar}>
      <TextInput
        size="xs"
        className={classes.search}
        aria-label="Search by recipient"
        placeholder="Search by recipient"
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={text}
        maxLength={254}
        data-search-focus
        onChange={(event) => {
          setText(event.currentTarget.value)
          send(event.currentTarget.value)
        }}
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
