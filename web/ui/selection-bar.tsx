import { ActionIcon } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  /** Name of the bar: "Selected lists". */
  label: string
  /** How many are selected, in words: "2 lists selected". */
  words: string
  onClear: () => void
  /** A record is open at the right edge: the bar keeps clear of it. */
  beside?: boolean
  /** What can be done with them. */
  children: ReactNode
}

/** Stands at the bottom of a list for as long as rows of it are selected. */
export function SelectionBar({ label, words, onClear, beside, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} data-selection-bar data-beside={beside || undefined} aria-label={label}>
      <span className={classes.words} aria-live="polite">
        {words}
      </span>
      {children}
      <ActionIcon variant="subtle" color="gray" aria-label="Clear the selection" onClick={onClear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </section>
  )
}
