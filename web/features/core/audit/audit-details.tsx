import { Table } from '@mantine/core'
import type { AuditEntry } from '#contract/core/audit-log.ts'
import { formatExact } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './audit.module.css'

const text = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

const personOf = (person: AuditEntry['user']) =>
  person
    ? [person.name, person.email].filter((part, at, all) => part && all.indexOf(part) === at).join(' · ')
    : '–'

/** Facts of an entry by name; `before` and `after` come first. */
function factsOf({ at, user, actor, credential, subject, seq, account_id, detail }: AuditEntry) {
  const { before, after, ...rest } = detail ?? {}
  return [
    ['When', formatExact(at)],
    ['Person', personOf(user)],
    ...(actor ? [['Acted by', personOf(actor)]] : []),
    ['Signed in with', credential === 'api_key' ? 'API key' : credential],
    ['Subject', text(subject)],
    ...(before !== undefined || after !== undefined
      ? [
          ['Before', text(before)],
          ['After', text(after)],
        ]
      : []),
    ...Object.entries(rest).map(([name, value]) => [name.replaceAll('_', ' '), text(value)]),
    ['Entry', `${seq} of account ${account_id}`],
  ] as const
}

/** One entry of the audit log with everything it keeps. */
export function AuditDetails({ entry }: { entry: AuditEntry | undefined }) {
  if (!entry) return <EmptyState title="This entry is on another page" />
  return (
    <div className={classes.details}>
      <h3>{entry.label}</h3>
      {entry.detail === null && <p className={classes.verified}>Its details were erased on request.</p>}
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {factsOf(entry).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td className={classes.value}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
