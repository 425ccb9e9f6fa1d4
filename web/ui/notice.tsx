import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** `success`: it is done. `warning`: mind this. `danger`: it did not work, read out at once. */
  tone: 'success' | 'warning' | 'danger'
  title?: string
  children?: ReactNode
  /** Takes the focus when it appears: what had it is gone. */
  focus?: boolean
}

const ROLES = { success: 'status', warning: undefined, danger: 'alert' } as const

/** A few words that stay on the page: an icon and a border say of what kind, the text stays as readable as any. */
export function Notice({ tone, title, children, focus = false }: NoticeProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focus) root.current?.focus()
  }, [focus])
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertTriangle
  return (
    <div
      ref={root}
      tabIndex={focus ? -1 : undefined}
      className={classes.root}
      style={{ '--tone': `var(--app-${tone})` } as CSSProperties}
      role={ROLES[tone]}
    >
      <Icon size={16} stroke={1.75} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        {title && <div className={classes.title}>{title}</div>}
        {children}
      </div>
    </div>
  )
}
