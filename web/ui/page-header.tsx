import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/page-title.ts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** Words for the document's title when `title` is not text. */
  documentTitle?: string
  subtitle?: ReactNode
  /** Where the back button leads. */
  back?: { to: string; label: string; search?: () => Record<string, unknown> }
  actions?: ReactNode
  /** A second line: tabs, chips, filters. */
  children?: ReactNode
}

/** Head of a page: the one h1, what it is about, and what can be done. */
export function PageHeader({ title, documentTitle, subtitle, back, actions, children }: PageHeaderProps) {
  usePageTitle(documentTitle ?? (typeof title === 'string' ? title : undefined))
  return (
    <header className={classes.root}>
      <div className={classes.row}>
        {back && (
          <Link
            to={back.to}
            search={back.search ?? (() => ({}))}
            className={classes.back}
            aria-label={back.label}
          >
            <IconArrowLeft size={16} stroke={1.75} aria-hidden />
          </Link>
        )}
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions && (
          <div data-toast-clear className={classes.actions}>
            {actions}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}
