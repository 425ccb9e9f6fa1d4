import type { ReactNode } from 'react'
import { INTEGRATION_PAGES, type IntegrationPath } from '../lib/integration-pages.ts'
import { useUser } from '../lib/session.ts'
import { PageHeader } from './page-header.tsx'
import { TabLinks } from './tab-links.tsx'

interface IntegrationHeadProps {
  current: IntegrationPath
  /** Words of the document's title. */
  title: string
  /** What can be done on this page. */
  actions?: ReactNode
}

/** Head of every page under Integration, with the tabs of those that are built and open to the person. */
export function IntegrationHead({ current, title, actions }: IntegrationHeadProps) {
  const { isMainUser } = useUser()
  const tabs = INTEGRATION_PAGES.filter((page) => isMainUser || !('mainUser' in page))
  return (
    <PageHeader title="Integration" documentTitle={title} actions={actions}>
      <TabLinks label="Integration" tabs={tabs} current={current} />
    </PageHeader>
  )
}
