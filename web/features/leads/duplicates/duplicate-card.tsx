import { Box, Button, Group, Radio, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isEditableField } from '#contract/leads/lead-edits.ts'
import type { Lead } from '#contract/leads/leads.ts'
import {
  DUPLICATE_REASON_LABELS,
  type DuplicateGroup,
  mergeListDuplicates,
} from '#contract/leads/list-duplicates.ts'
import { call } from '#web/lib/api.ts'
import { listFields } from '#web/lib/list-fields.ts'
import plain from '#web/ui/plain-table.module.css'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { leadTitle } from '../lead-data/lead-value.ts'
import { offerUndo } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

/** Fields that differ within a group; values that only one lead has are filled in automatically. */
const differing = (target: ListTarget, leads: readonly Lead[]) =>
  listFields(target.type).filter(({ name }) => {
    const values = leads.map((lead) => lead.values[name]).filter((value) => value !== undefined)
    return isEditableField(name) && name !== 'lead_status' && new Set(values).size > 1
  })

interface DuplicateCardProps {
  target: ListTarget
  group: DuplicateGroup
}

/** Possible duplicates side by side: which lead stays, and whose values are used. */
export function DuplicateCard({ target, group }: DuplicateCardProps) {
  const { leads, reasons, sure } = group
  const [keep, setKeep] = useState(leads[0]?.id ?? 0)
  const [values, setValues] = useState<Record<string, number>>({})
  const merge = useMutation({
    mutationFn: () =>
      call(mergeListDuplicates, {
        params: target,
        body: {
          groups: [
            {
              keep,
              merge: leads.flatMap(({ id }) => (id === keep ? [] : [id])),
              values: Object.fromEntries(Object.entries(values).filter(([, id]) => id !== keep)),
            },
          ],
        },
        // Shown instead: a toast with Undo
        quiet: 'message',
      }),
    onSuccess: (reply) => offerUndo(target, reply),
  })
  const fields = differing(target, leads)
  const title = leads[0] ? leadTitle(leads[0]) : 'Duplicates'
  return (
    <Box
      component="section"
      bd="var(--app-line)"
      bdrs="var(--mantine-radius-sm)"
      style={{ overflow: 'hidden' }}
      aria-label={title}
    >
      <Group gap="xs" py="xs" px="sm" style={{ borderBottom: 'var(--app-line)' }}>
        <StateBadge state={sure ? 'found' : 'potential'} label={sure ? 'Certain' : 'Possible'} />
        <Text component="span" flex={1} c="dimmed">
          {reasons.map((reason) => DUPLICATE_REASON_LABELS[reason]).join(', ')}
        </Text>
        <Button variant="default" loading={merge.isPending} onClick={() => merge.mutate()}>
          Merge into one
        </Button>
      </Group>
      <Box style={{ overflowX: 'auto' }}>
        <table className={plain.table}>
          <thead>
            <tr>
              <Text component="th" scope="row" miw={110} c="dimmed">
                Kept
              </Text>
              {leads.map((lead) => (
                <th key={lead.id} scope="col">
                  <Radio
                    checked={keep === lead.id}
                    onChange={() => setKeep(lead.id)}
                    name={`keep ${leads[0]?.id}`}
                    label={leadTitle(lead)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, label }) => (
              <tr key={name}>
                <Text component="th" scope="row" c="dimmed">
                  {label}
                </Text>
                {leads.map((lead) => {
                  const value = lead.values[name]
                  return (
                    <td key={lead.id}>
                      {value === undefined ? (
                        '–'
                      ) : (
                        <Radio
                          checked={(values[name] ?? keep) === lead.id}
                          onChange={() => setValues({ ...values, [name]: lead.id })}
                          name={`${name} ${leads[0]?.id}`}
                          label={lead.labels[name] ?? String(value)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Box>
  )
}
