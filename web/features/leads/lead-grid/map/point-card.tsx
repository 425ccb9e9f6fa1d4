import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Lead, showLead } from '#contract/leads/leads.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { leadTitle } from '../../lead-data/lead-value.ts'
import type { ListTarget } from '../../lead-data/use-leads.ts'

/** The lead of a point on the map: from the grid's page, or loaded. */
export function PointCard({ target, id, row }: { target: ListTarget; id: number; row: Lead | undefined }) {
  const requested = useQuery({
    ...endpointQuery(showLead, { params: { ...target, resultId: id } }),
    enabled: row === undefined,
  })
  const lead = row ?? requested.data?.data
  if (!lead)
    return (
      <Text component="span" c="dimmed">
        {requested.isError ? 'Could not be loaded' : 'Loading …'}
      </Text>
    )
  const { city, phone, website } = lead.values
  return (
    <>
      <Text component="div" fw={600} c="var(--app-heading)">
        {leadTitle(lead)}
      </Text>
      {city && (
        <Text component="div" c="dimmed">
          {city}
        </Text>
      )}
      {phone && <div>{phone}</div>}
      {website && <div>{String(website).replace(/^https?:\/\/(www\.)?|\/$/g, '')}</div>}
    </>
  )
}
