import { Badge } from '@mantine/core'
import type { Lead } from '#contract/leads/leads.ts'
import classes from './lead-values.module.css'

/** Marks of a lead that concern all of it. */
export function LeadMarks({ lead }: { lead: Pick<Lead, 'is_sample' | 'sent_at' | 'deleted_at'> }) {
  if (!lead.is_sample && !lead.sent_at && !lead.deleted_at) return null
  return (
    <span className={classes.marks}>
      {lead.is_sample && (
        <Badge size="sm" variant="default">
          Sample data
        </Badge>
      )}
      {lead.sent_at && (
        <Badge size="sm" variant="default">
          Sent
        </Badge>
      )}
      {lead.deleted_at && (
        <Badge size="sm" color="red" variant="light">
          In the trash
        </Badge>
      )}
    </span>
  )
}
