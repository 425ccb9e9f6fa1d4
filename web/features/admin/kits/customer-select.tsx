import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { subscriptions } from '#contract/accounts/subscriptions.ts'
import { FILTER_DEBOUNCE_MS } from '#contract/core/constants.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'

const SHOWN = 50

interface CustomerSelectProps {
  label: string
  /** Id of an account; empty for none. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** One of the account's customers, found by name or email. */
export function CustomerSelect({ label, value, error, onChange }: CustomerSelectProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, FILTER_DEBOUNCE_MS)
  const found = usePagedQuery(subscriptions, {
    query: { search, limit: SHOWN, sort: 'company', direction: 'asc' },
  })
  const data = (found.data?.data ?? []).map(({ id, company }) => ({ value: String(id), label: company }))
  return (
    <Select
      label={label}
      placeholder="Search by company or email"
      data={data}
      value={value || null}
      error={error}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onChange={(chosen) => onChange(chosen ?? '')}
      filter={({ options }) => options}
      nothingFoundMessage={found.isError ? 'The accounts could not be loaded' : 'No account found'}
    />
  )
}
