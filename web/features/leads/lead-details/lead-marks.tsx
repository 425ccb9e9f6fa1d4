import { Badge, Group } from '@mantine/core'
import type { Lead } from '#contract/leads/leads.ts'

/** Marks that concern the whole lead. */
export function LeadMarks({ lead }: { lead: Pick<Lead, 'is_sample' | 'sent_at' | 'deleted_at'> }) {
  if (!lead.is_sample && !lead.sent_at && !lead.deleted_at) return null
  return (
    <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={6} mb={4}>
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
    </Group>
  )
}
