import type { ComponentType, ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon?: ComponentType<{ size?: number | string; stroke?: number | string }>
  title: string
  children?: ReactNode
  /** One primary action, optionally a second, quieter one. */
  action?: ReactNode
  /** Heading level. */
  level?: 1 | 2 | 3
}

/** Shown instead of an empty list: what will be here, and what to do next. */
export function EmptyState({ icon: Icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={classes.root}>
      {Icon && (
        <span className={classes.icon} aria-hidden>
          <Icon size={20} stroke={1.5} />
        </span>
      )}
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
