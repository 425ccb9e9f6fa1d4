import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs'
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs'
import { formatNumber } from '../lib/format.ts'
import classes from './pager.module.css'

interface PagerProps {
  page: number
  /** Rows per page. */
  limit: number
  /** Page sizes to choose from. */
  sizes: readonly number[]
  total: number
  onChange: (change: { page: number; limit: number }) => void
}

/** Number of the last page; 1 for an empty result. */
export const lastPage = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))

/** The last page, if the requested one is beyond the end (deleted rows, an old URL); else null. */
export function pastTheEnd(
  found: { data: unknown[]; total: number; pageSize: number; currentPage: number } | undefined,
): number | null {
  if (!found || found.data.length > 0 || found.total === 0) return null
  const last = lastPage(found.total, found.pageSize)
  return found.currentPage > last ? last : null
}

/** Range and total of the shown rows, page buttons and page size. */
export function Pager({ page, limit, sizes, total, onChange }: PagerProps) {
  const last = lastPage(total, limit)
  const from = Math.min(total, (page - 1) * limit + 1)
  const to = Math.min(total, page * limit)
  const steps = [
    { label: 'First page', icon: IconChevronsLeft, to: 1, off: page <= 1 },
    { label: 'Previous page', icon: IconChevronLeft, to: page - 1, off: page <= 1 },
    { label: 'Next page', icon: IconChevronRight, to: page + 1, off: page >= last },
    { label: 'Last page', icon: IconChevronsRight, to: last, off: page >= last },
  ]
  return (
    <Group
      component="nav"
      justify="space-between"
      wrap="nowrap"
      gap="sm"
      mih={44}
      py={4}
      px="md"
      bg="var(--app-body)"
      className="numeric"
      style={{ borderTop: 'var(--app-line)' }}
      aria-label="Pages"
    >
      <Text component="span" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {`${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`}
      </Text>
      <Group wrap="nowrap" gap={4}>
        <NativeSelect
          className={classes.wide}
          size="xs"
          aria-label="Rows per page"
          value={String(limit)}
          data={sizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
          onChange={(event) => onChange({ page: 1, limit: Number(event.currentTarget.value) })}
        />
        {steps.map(({ label, icon: Icon, to: target, off }) => (
          <ActionIcon
            key={label}
            size={30}
            className={classes.step}
            variant="subtle"
            color="gray"
            aria-label={label}
            disabled={off}
            onClick={() => onChange({ page: target, limit })}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </Group>
  )
}
