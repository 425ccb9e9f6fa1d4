import { Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './bar-button.module.css'

type BarButtonProps = UnstyledButtonProps &
  ComponentPropsWithRef<'button'> & {
    icon: ReactNode
    /** Shown beside the icon; null hides it. */
    count: string | number | null
  }

/** A top-bar button with a counter. */
export function BarButton({ icon, count, ...button }: BarButtonProps) {
  return (
    <UnstyledButton aria-haspopup="dialog" {...button} className={`hoverable ${classes.root}`}>
      {icon}
      {count !== null && (
        <Text
          component="span"
          miw={18}
          px={5}
          bdrs={9}
          bg="var(--app-fill)"
          c="var(--app-on-fill)"
          fz={11}
          fw={600}
          lh="18px"
          ta="center"
          className="numeric"
        >
          {count}
        </Text>
      )}
    </UnstyledButton>
  )
}
