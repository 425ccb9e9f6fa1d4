import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './copy-box.module.css'
import { CopyButton } from './copy-button.tsx'

interface CopyBoxProps {
  /** Such as `API key`. */
  label: string
  text: string
  /** How to show it where that differs from the copied text (groups, lines). */
  children?: ReactNode
}

/** A text to copy: with a button, or selected with one click. */
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
