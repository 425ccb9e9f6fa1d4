import { ActionIcon, Text } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { ComponentProps, ReactNode } from 'react'
import classes from './list-page.module.css'

interface SelectionBarProps extends ComponentProps<'section'> {
  /** Name of the bar: "Selected lists". */
  label: string
  /** How many are selected, in words: "2 lists selected". */
  summary: string
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** Stands at the bottom of a list for as long as rows of it are selected. */
export function SelectionBar({
  label,
  summary,
  onClear,
  children,
  className = '',
  ...rest
}: SelectionBarProps) {
  return (
    <section {...rest} className={`${classes.bar} ${className}`} aria-label={label}>
      <Text component="span" fw={500} aria-live="polite">
        {summary}
      </Text>
      {children}
      <ActionIcon variant="subtle" color="gray" aria-label="Clear the selection" onClick={onClear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </section>
  )
}
