import { Skeleton } from '@mantine/core'

interface SkeletonRowsProps {
  rows?: number
  /** Height of a row in pixels, the same as the row that will come. */
  height?: number
  /** What is loading, for screen readers. */
  label?: string
}

const WIDTHS = ['62%', '48%', '71%', '55%', '40%', '66%']

/** Rows in the shape of the table that is coming. */
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
