import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { IntegrationHead } from '#web/ui/integration-head.tsx'

interface IntegrationPageProps {
  /** Document title. */
  title: string
  children: ReactNode
}

/** An Integration page: one column below the shared header. */
export function IntegrationPage({ title, children }: IntegrationPageProps) {
  return (
    <>
      <IntegrationHead title={title} />
      <Stack gap={28} w="100%" maw={1080} pt={20} pb="xl" px="var(--app-gutter)">
        {children}
      </Stack>
    </>
  )
}
