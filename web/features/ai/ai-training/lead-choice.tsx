import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { leads } from '#contract/leads/leads.ts'
import type { ListTypeName } from '#contract/leads/list-types/index.ts'
import { lists } from '#contract/leads/lists.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import classes from './ai-training.module.css'
import type { TabProps } from './training-search.ts'

/** Maximum lists and leads offered; others can be opened by address. */
const MAX_CHOICES = 100
const CHOOSE = { value: '', label: 'Choose …' }

/** Selects a lead of a list. */
export function LeadChoice({ query, change }: TabProps) {
  const found = useQuery(endpointQuery(lists, { query: { limit: MAX_CHOICES } }))
  const all = found.data?.data ?? []
  const list = all.find(({ id }) => id === query.list)
  const params = { type: (list?.type ?? 'local') as ListTypeName, id: list?.id ?? 0 }
  const rows = useQuery({
    ...endpointQuery(leads, { params, body: { limit: MAX_CHOICES } }),
    enabled: list !== undefined,
  })
  const names = (rows.data?.data ?? []).map(({ id, values }) => ({
    value: String(id),
    label: String(values.name ?? values.company ?? values.website ?? values.email ?? `Lead ${id}`),
  }))
  if (found.data && all.length === 0)
    return <p className={classes.quiet}>No leads yet. Once you have a list, choose a lead here.</p>
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="List"
        data={[CHOOSE, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={String(query.list ?? '')}
        onChange={(event) => change({ list: Number(event.currentTarget.value) || null, lead: null })}
      />
      <NativeSelect
        label="Lead"
        data={[CHOOSE, ...names]}
        disabled={!list}
        value={String(query.lead ?? '')}
        onChange={(event) => change({ lead: Number(event.currentTarget.value) || null })}
      />
    </div>
  )
}
