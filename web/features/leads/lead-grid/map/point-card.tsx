import { useQuery } from '@tanstack/react-query'
import { type Lead, showLead } from '#contract/leads/leads.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { leadTitle } from '../../lead-data/lead-value.ts'
import type { ListTarget } from '../../lead-data/use-leads.ts'
import classes from './lead-map.module.css'

/** Who a point on the map is: from the page of the grid when it stands there, else asked for. */
export function PointCard({ target, id, row }: { target: ListTarget; id: number; row: Lead | undefined }) {
  const asked = useQuery({
    ...endpointQuery(showLead, { params: { ...target, resultId: id } }),
    enabled: row === undefined,
  })
  const lead = row ?? asked.data?.data
  if (!lead)
    return <span className={classes.quiet}>{asked.isError ? 'Could not be loaded' : 'Loading …'}</span>
  const { city, phone, website } = lead.values
  return (
    <>
      <div className={classes.name}>{leadTitle(lead)}</div>
      {city && <div className={classes.quiet}>{city}</div>}
      {phone && <div>{phone}</div>}
      {website && <div>{String(website).replace(/^https?:\/\/(www\.)?|\/$/g, '')}</div>}
    </>
  )
}
