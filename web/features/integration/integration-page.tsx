import type { ReactNode } from 'react'
import type { IntegrationPath } from '#web/lib/integration-pages.ts'
import { IntegrationHead } from '#web/ui/integration-head.tsx'
import classes from './integration.module.css'

interface IntegrationPageProps {
  current: IntegrationPath
  /** Words of the document's title. */
  title: string
  children: ReactNode
}

/** A page under Integration in one column: the head that all of them have, and what it holds. */
export function IntegrationPage({ current, title, children }: IntegrationPageProps) {
  return (
    <>
      <IntegrationHead current={current} title={title} />
      <div className={classes.column}>{children}</div>
    </>
  )
}
