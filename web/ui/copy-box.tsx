import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './copy-box.module.css'
import { CopyButton } from './copy-button.tsx'

interface CopyBoxProps {
  /** What it is, e.g. `API key`. */
  label: string
  text: string
  /** How it is shown, when not as it is copied (groups, lines). */
  children?: ReactNode
}

/** A text that is taken elsewhere: to read, to select with one click, to copy. */
export function CopyBox({ label, text, children }: CopyBoxProps) {
  return (
    <fieldset>
      <Box component="legend" mb={4} fw={500}>
        {label}
      </Box>
      <div className={classes.box}>
        <Box
          component="code"
          miw={0}
          py={5}
          ff="monospace"
          fz="sm"
          lh="20px"
          className="wrap-anywhere"
          style={{ userSelect: 'all' }}
        >
          {children ?? text}
        </Box>
        <CopyButton text={text} what={label} />
      </div>
    </fieldset>
  )
}
