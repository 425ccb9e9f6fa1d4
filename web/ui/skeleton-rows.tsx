import { Skeleton } from '@mantine/core'

interface SkeletonRowsProps {
  rows?: number
  /** In pixels; the same as the rows that follow. */
  height?: number
  /** For screen readers. */
  label?: string
}

const WIDTHS = ['62%', '48%', '71%', '55%', '40%', '66%']

/** Placeholder rows while a table loads. */
export function SkeletonRows({ rows = 6, height = 36, label = 'Loading' }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // Rows are alike and never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed list
          key={row}
          style={{
            height,
            display: 'flex',
            alignItems: 'center',
            padding: '0 16px',
            borderBottom: '1px solid var(--app-border)',
          }}
        >
          <Skeleton height={10} width={WIDTHS[row % WIDTHS.length]} />
        </div>
      ))}
    </div>
  )
}
