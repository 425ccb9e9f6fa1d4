import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'

interface SettingsPageProps {
  title: string
  /** One sentence: what the sub-page is for. */
  intro?: ReactNode
  /** What can be done, beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** Around every sub-page of the profile settings: one head, the tabs, and a column to read. */
export function SettingsPage({ title, intro, actions, children }: SettingsPageProps) {
  return (
    <>
      <PageHeader title="Profile settings" documentTitle={title}>
        <PageTabs of="profile-settings" label="Profile settings" />
      </PageHeader>
      <Stack gap={20} w="100%" maw={768} p="var(--app-gutter)">
        <Group align="flex-start" justify="space-between" gap="sm">
          <Box flex="1 1 280px" miw={0}>
            <Box component="h2" fz={15} lh="22px">
              {title}
            </Box>
            {intro && (
              <Text mt={2} maw={560} c="dimmed">
                {intro}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </>
  )
}
