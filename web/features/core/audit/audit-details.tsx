import { Box, Table, Text } from '@mantine/core'
import type { AuditEntry } from '#contract/core/audit-log.ts'
import { formatExact } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { meansLabel, subjectLabel } from './audit-labels.ts'

const text = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

const formatPerson = (person: AuditEntry['user']) =>
  person
    ? [person.name, person.email].filter((part, at, all) => part && all.indexOf(part) === at).join(' · ')
    : '–'

type Fields = Record<string, unknown>
const readFields = (value: unknown): Fields | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : undefined

const fieldName = (name: string): string => {
  const label = name.replace(/_sealed$/, '').replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Changed fields, one row each. */
function listChanges({ detail }: AuditEntry): [name: string, before: string, after: string][] {
  const [before, after] = [readFields(detail?.before), readFields(detail?.after)]
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => [
    fieldName(name),
    text(before?.[name]),
    text(after?.[name]),
  ])
}

/** All other facts of an entry by name. */
function listFacts(entry: AuditEntry) {
  const { at, user, actor, seq, account_id, detail } = entry
  const { before: _before, after: _after, program: _program, ...rest } = detail ?? {}
  return [
    ['When', formatExact(at)],
    ['Person', formatPerson(user)],
    ...(actor ? [['Acted by', formatPerson(actor)]] : []),
    ['By', meansLabel(entry)],
    ['Subject', subjectLabel(entry)],
    ...Object.entries(rest).map(([name, value]) => [fieldName(name), text(value)]),
    ['Entry', `${seq} of account ${account_id}`],
  ] as const
}

/** One audit entry with all its facts. */
export function AuditDetails({ entry }: { entry: AuditEntry | undefined }) {
  if (!entry) return <EmptyState title="This entry is on another page" />
  const changes = listChanges(entry)
  return (
    <Box p="md">
      <h3>{entry.label}</h3>
      {entry.detail === null && <Text c="dimmed">Its details were erased on request.</Text>}
      {changes.length > 0 && (
        <Table layout="fixed" mb="md" aria-label="Changes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={130}>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(([name, before, after]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td className="wrap-anywhere">{before}</Table.Td>
                <Table.Td className="wrap-anywhere">{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {listFacts(entry).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td className="wrap-anywhere">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
