import type { ComponentType, ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon?: ComponentType<{ size?: number | string; stroke?: number | string }>
  title: string
  children?: ReactNode
  /** One primary action, perhaps a quiet second one. */
  action?: ReactNode
  /** Level of the heading; 2 unless it is the page's only one. */
  level?: 1 | 2 | 3
}

/** What stands where there is nothing yet: why, and the next step. */
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
