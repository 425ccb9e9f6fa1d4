import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './bar-button.module.css'

type BarButtonProps = UnstyledButtonProps &
  ComponentPropsWithRef<'button'> & {
    icon: ReactNode
    /** Shown beside the icon, unless there is nothing to count. */
    count: string | number | null
  }

/** A button of the top bar that says how many wait behind it. */
export function BarButton({ icon, count, ...button }: BarButtonProps) {
  return (
    <UnstyledButton className={classes.root} aria-haspopup="dialog" {...button}>
      {icon}
      {count !== null && <span className={classes.count}>{count}</span>}
    </UnstyledButton>
  )
}
