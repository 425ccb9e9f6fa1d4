import { Box } from '@mantine/core'

/** A preformatted text that scrolls when it is long. */
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
