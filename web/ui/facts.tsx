import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** A two-column list of a record's facts; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Stack component="dl" gap={6}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([label, value]) => (
          <Box
            key={label}
            display="grid"
            style={{ gridTemplateColumns: '100px minmax(0, 1fr)', columnGap: 8 }}
          >
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
    </Stack>
  )
}

/** A line of a sum in a `dl`: label at the start, amount at the end. */
export function SumLine({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Group align="flex-start" wrap="nowrap" py={3} justify="space-between">
      <Box component="dt" flex="none">
        {label}
      </Box>
      <Box component="dd" ta="end">
        {children}
      </Box>
    </Group>
  )
}

/** A number in a `dl`, with its name above it. */
export function Figure({
  label,
  size = 'lg',
  children,
}: {
  label: string
  size?: 'sm' | 'lg' | 20
  children: ReactNode
}) {
  return (
    <div>
      <Box component="dt" fz="xs">
        {label}
      </Box>
      <Box component="dd" fz={size} fw={size === 'sm' ? undefined : 600} className="numeric">
        {children}
      </Box>
    </div>
  )
}
