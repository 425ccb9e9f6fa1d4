import { Box } from '@mantine/core'

/** A text as it was sent: in its own lines, and scrolled by itself where it is long. */
export function TextBlock({ label, text, height }: { label: string; text: string; height: number }) {
  return (
    <Box
      component="section"
      mah={height}
      p="sm"
      bd="var(--app-line)"
      bdrs="md"
      bg="var(--app-surface)"
      style={{ overflow: 'auto' }}
      aria-label={label}
      tabIndex={0}
      data-own-keys
    >
      <Box
        component="pre"
        ff="monospace"
        fz="xs"
        className="wrap-anywhere"
        style={{ whiteSpace: 'pre-wrap' }}
      >
        {text}
      </Box>
    </Box>
  )
}
