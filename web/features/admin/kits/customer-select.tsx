import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { kitTargets } from '#contract/admin/kit-rollouts.ts'
import { FILTER_DEBOUNCE_MS } from '#contract/core/constants.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { nothingFound } from '#web/ui/nothing-found.ts'

const SHOWN = 50

interface CustomerSelectProps {
  label: string
  /** Id of an account; empty for none. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** One of the accounts below that the person may change, found by name, email or reseller. */
export function CustomerSelect({ label, value, error, onChange }: CustomerSelectProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, FILTER_DEBOUNCE_MS)
  const found = usePagedQuery(kitTargets, { query: { search, limit: SHOWN } })
  const isTree = (found.data?.sellers.length ?? 0) > 1
  const data = (found.data?.data ?? []).map(({ account_id, account, seller }) => ({
    value: String(account_id),
    label: isTree ? `${account} (customer of ${seller.name})` : account,
  }))
  return (
    <Select
      label={label}
      placeholder="Search company, email, reseller"
      data={data}
      value={value || null}
      error={error}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onChange={(chosen) => onChange(chosen ?? '')}
      filter={({ options }) => options}
      nothingFoundMessage={nothingFound(found, 'The accounts', 'No account found')}
    />
  )
}
