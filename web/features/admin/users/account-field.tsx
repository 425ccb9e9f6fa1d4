import { Select } from '@mantine/core'
import { useState } from 'react'
import { adminUsers } from '#contract/admin/users.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'

interface AccountFieldProps {
  value: string
  onChange: (id: string) => void
  label: string
  description?: string
  error?: React.ReactNode
}

/** Selects an account, found by its name or one of its members. */
export function AccountField({ value, onChange, ...rest }: AccountFieldProps) {
  const [search, setSearch] = useState('')
  const { data } = usePagedQuery(adminUsers, { query: { limit: 20, search } })
  const names = new Map(data?.data.map(({ account }) => [String(account.id), account.name]))
  return (
    <Select
      {...rest}
      searchable
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={[...names].map(([id, name]) => ({ value: id, label: `${name} (${id})` }))}
      nothingFoundMessage="No matching accounts"
    />
  )
}
