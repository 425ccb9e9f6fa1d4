import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FilterGroup } from '#contract/leads/leads.ts'
import { formatCount } from '#web/lib/format.ts'
import { type GridQuery, refine, toLeadFilters } from '../../lead-data/grid-query.ts'
import { type ListTarget, useLeadPage } from '../../lead-data/use-leads.ts'

const PAUSE_MS = 300

interface MatchCountProps {
  target: ListTarget
  query: GridQuery
  /** What is being built. */
  filter: FilterGroup | null
}

/** How many leads would be shown with a filter, while it is being built. */
export function MatchCount({ target, query, filter }: MatchCountProps) {
  // A filter is built anew with each render; its text is the same.
  const [text] = useDebouncedValue(JSON.stringify(filter), PAUSE_MS)
  const filters = toLeadFilters({ ...refine(query, { filter: JSON.parse(text) }), limit: 1 })
  const total = useLeadPage(target, filters).data?.total
  return (
    <Text role="status" mih={20} mt="sm" c="dimmed">
      {total !== undefined && `${formatCount(total, 'lead')} ${total === 1 ? 'matches' : 'match'}`}
    </Text>
  )
}
