import { Box, Button, Group } from '@mantine/core'
import { editLead, isEditableField } from '#contract/leads/lead-edits.ts'
import type { LeadDetail } from '#contract/leads/leads.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { STATS_HISTORY } from '#contract/leads/stats-history.ts'
import { call } from '#web/lib/api.ts'
import { findField } from '#web/lib/list-fields.ts'
import { offerUndo } from '../lead-data/undo-change.ts'

interface ValueChange {
  field: string
  from: string | number | null
  to: string | number | null
}

const isValue = (value: unknown): value is ValueChange['from'] =>
  value === null || typeof value === 'string' || typeof value === 'number'

/** Value changes of a history entry. */
function changesIn(detail: Record<string, unknown>): ValueChange[] {
  const { changes } = detail
  if (!Array.isArray(changes)) return []
  return changes.filter(
    (entry): entry is ValueChange =>
      typeof entry === 'object' &&
      entry !== null &&
      typeof entry.field === 'string' &&
      // A list of months is unreadable here.
      entry.field !== STATS_HISTORY &&
      isValue(entry.from) &&
      isValue(entry.to),
  )
}

const shown = (value: ValueChange['from']): string => (value === null ? 'nothing' : `“${value}”`)

/** Old and new values of an entry, each with an undo. */
export function ValueChanges({ lead, detail }: { lead: LeadDetail; detail: Record<string, unknown> }) {
  const type = canonicalListType(lead.type as ListTypeName)
  const target = { type, id: lead.list_id }
  const restore = ({ field, from }: ValueChange) =>
    call(editLead, {
      params: { ...target, resultId: lead.id },
      body: { values: { [field]: from } },
      // Shown instead: a toast with Undo
      quiet: 'message',
    })
      .then((reply) => offerUndo(target, reply))
      .catch(() => {})
  const changes = changesIn(detail)
  if (changes.length === 0) return null
  return (
    <Box component="ul" mt={2}>
      {changes.map((change) => {
        const label = findField(type, change.field)?.label ?? change.field
        const isOld = (lead.values[change.field] ?? null) === change.from
        return (
          <Group key={change.field} component="li" align="baseline" gap="0 8px" c="dimmed">
            <span>
              {label}: {shown(change.from)} → {shown(change.to)}
            </span>
            {isEditableField(change.field) && !isOld && !lead.deleted_at && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Restore ${label} to ${shown(change.from)}`}
                onClick={() => void restore(change)}
              >
                Restore
              </Button>
            )}
          </Group>
        )
      })}
    </Box>
  )
}
