import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'

interface SettingsPageProps {
  title: string
  /** Purpose of the sub-page in one sentence. */
  intro?: ReactNode
  /** Actions beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** Frame of every profile settings page: header, tabs, and a text column. */
export function SettingsPage({ title, intro, actions, children }: SettingsPageProps) {
  return (
    <>
      <PageHeader title="Profile settings" documentTitle={title}>
        <PageTabs group="profile-settings" label="Profile settings" />
      </PageHeader>
      <Stack data-in-order gap={20} w="100%" maw={768} p="var(--app-gutter)">
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
