import { Box, Group, Skeleton } from '@mantine/core'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findField } from '#web/lib/list-fields.ts'
import { defaultWidth, ROW_PIXELS } from '../../lead-data/grid-columns.ts'
import { useGridColumns } from '../../lead-data/use-grid-columns.ts'
import classes from './lead-grid.module.css'

const ROWS = 14
const SHARES = [0.7, 0.5, 0.6, 0.4, 0.8]

const ROW = {
  wrap: 'nowrap',
  gap: 0,
  w: 'max-content',
  miw: '100%',
  ps: 44,
  style: { borderBottom: 'var(--app-line)' },
} as const

/** The grid's columns and row height before its rows load. */
export function GridSkeleton({ type }: { type: ListTypeId }) {
  const { shown, row_height } = useGridColumns(type)
  const columns = shown.flatMap(({ field: name, width }) => {
    const field = findField(type, name)
    return field ? [{ name, label: field.label, width: width ?? defaultWidth(field) }] : []
  })
  return (
    <div className={classes.scroller} data-waiting role="status" aria-label="Loading the leads">
      <Group {...ROW} h={36}>
        {columns.map(({ name, label, width }) => (
          <Box component="span" key={name} flex="none" px="sm" w={width} fz="xs" fw={500} c="dimmed">
            {label}
          </Box>
        ))}
      </Group>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alike and fixed
        <Group key={row} {...ROW} h={ROW_PIXELS[row_height]}>
          {columns.map(({ name, width }, at) => (
            <Box component="span" key={name} flex="none" px="sm" w={width}>
              <Skeleton height={10} width={`${(SHARES[(row + at) % SHARES.length] ?? 0.5) * 100}%`} />
            </Box>
          ))}
        </Group>
      ))}
    </div>
  )
}
