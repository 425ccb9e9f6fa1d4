import type { ReactNode } from 'react'
import { IntegrationHead } from '#web/ui/integration-head.tsx'
import classes from './integration.module.css'

interface IntegrationPageProps {
  /** Title of the document. */
  title: string
  children: ReactNode
}

/** A page under Integration in one column, below the head that all of them share. */
export function IntegrationPage({ title, children }: IntegrationPageProps) {
  return (
    <>
      <IntegrationHead title={title} />
      <div className={classes.column}>{children}</div>
    </>
  )
}
