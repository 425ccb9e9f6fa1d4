import type { ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import { PageTabs } from './page-tabs.tsx'

interface IntegrationHeadProps {
  /** Title of the document. */
  title: string
  /** What can be done on this page. */
  actions?: ReactNode
}

/** Head of every page under Integration. */
export const IntegrationHead = ({ title, actions }: IntegrationHeadProps) => (
  <PageHeader title="Integration" documentTitle={title} actions={actions}>
    <PageTabs of="integration" label="Integration" />
  </PageHeader>
)
