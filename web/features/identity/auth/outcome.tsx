import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import classes from './outcome.module.css'

interface OutcomeProps {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** `good`: success. Plain by default. */
  tone?: 'good'
  title: string
  children?: ReactNode
  action?: ReactNode
}

/**
 * The end of a flow, and what to do next. The title takes the focus, so that it is read and Tab continues from here.
 */
export function Outcome({ icon: Icon, tone, title, children, action }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.root}>
      <span className={classes.icon} data-tone={tone} aria-hidden>
        <Icon size={22} stroke={1.6} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
