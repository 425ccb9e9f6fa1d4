import type { ReactNode } from 'react'
import { INTEGRATION_PAGES } from '#web/lib/integration-pages.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import classes from './integration.module.css'

interface IntegrationPageProps {
  current: (typeof INTEGRATION_PAGES)[number]['to']
  /** Words of the document's title. */
  title: string
  children: ReactNode
}

/** Around every page under Integration: one head, and the tabs of those that are built. */
export function IntegrationPage({ current, title, children }: IntegrationPageProps) {
  return (
    <>
      <PageHeader title="Integration" documentTitle={title}>
        <TabLinks label="Integration" tabs={INTEGRATION_PAGES} current={current} />
      </PageHeader>
      <div className={classes.column}>{children}</div>
    </>
  )
}
