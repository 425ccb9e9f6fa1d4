import type { ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import { PageTabs } from './page-tabs.tsx'

interface IntegrationHeadProps {
  /** Document title. */
  title: string
  actions?: ReactNode
}

/** Header of the Integration pages. */
export const IntegrationHead = ({ title, actions }: IntegrationHeadProps) => (
  <PageHeader title="Integration" documentTitle={title} actions={actions}>
    <PageTabs group="integration" label="Integration" />
  </PageHeader>
)
