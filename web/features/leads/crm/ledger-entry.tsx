import { Box, Stack, Text } from '@mantine/core'
import { CRM_KINDS, keepsContacts } from '#contract/core/crms/index.ts'
import { crmMapping } from '#contract/leads/crm.ts'
import type { CrmEntry } from '#contract/leads/crm-ledger.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import plain from '#web/ui/plain-table.module.css'
import { When } from '#web/ui/when.tsx'
import { keyLabel, ledgerNote } from './crm-labels.ts'

const shown = (value: unknown): string => (value === null || value === undefined ? '–' : String(value))

/** Names of the CRM's fields as far as the mapping has them: custom fields are only numbers there. */
function useFieldNames({ connection_id }: CrmEntry, type: ListTypeId): (key: string) => string {
  const { data } = useEndpoint(crmMapping, { params: { id: connection_id, type } })
  const labels = new Map(data?.data.fields.map(({ name, label }) => [name, label]))
  const names = new Map(data?.data.items.map(({ field, to }) => [to, labels.get(field)]))
  return (key) => names.get(key) ?? keyLabel(key)
}

/** Sent values of one lead beside those stored in the CRM. */
export function LedgerEntry({ entry, type }: { entry: CrmEntry; type: ListTypeId }) {
  const formatName = useFieldNames(entry, type)
  const { name, connection, campaign, crm, times, sent_at, sent, stored, tags, dropped } = entry
  const note = ledgerNote(entry)
  const keys = [...new Set([...Object.keys(sent), ...Object.keys(stored ?? {})])]
  const isConfirmed = keepsContacts(crm)
  return (
    <Stack
      component="section"
      gap="sm"
      h="100%"
      pt="md"
      pb={20}
      px={20}
      style={{ overflowY: 'auto' }}
      tabIndex={0}
      aria-label="Sent lead"
    >
      <Box component="h3" miw={0} fz="md">
        {name ?? 'No name'}
      </Box>
      <Hint>
        {`${connection}, ${campaign ? `campaign ${campaign}, ` : ''}sent ${formatCount(times, 'time')}`}
        {sent_at && (
          <>
            {', last '}
            <When at={sent_at} />
          </>
        )}
      </Hint>
      {note && <Notice tone={entry.error ? 'danger' : 'warning'}>{note}</Notice>}
      <table className={plain.table} style={{ tableLayout: 'fixed' }}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Sent</th>
            {isConfirmed && <th scope="col">{`In ${CRM_KINDS[crm].label}`}</th>}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key} style={{ fontWeight: dropped.includes(key) ? 600 : undefined }}>
              <Text component="th" scope="row" c="dimmed" fz="xs">
                {formatName(key)}
              </Text>
              <td>{shown(sent[key])}</td>
              {isConfirmed && <td>{stored ? shown(stored[key]) : 'Not read yet'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {!isConfirmed && <Hint>{CRM_KINDS[crm].label} doesn’t report results.</Hint>}
      {tags.length > 0 && <Hint>{`Tags: ${tags.join(', ')}`}</Hint>}
    </Stack>
  )
}
