import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** A table of a record's facts; those without a value are left out. */
export function FactTable({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Table variant="vertical" layout="fixed">
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={130}>{label}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}
