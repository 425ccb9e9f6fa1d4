import { Box, Group, Text } from '@mantine/core'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/page-title.ts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** Document title, if `title` is not a string. */
  documentTitle?: string
  subtitle?: ReactNode
  /** Target of the back button. */
  back?: { to: string; label: string; search?: () => Record<string, unknown> }
  actions?: ReactNode
  /** A second line: tabs, chips, filters. */
  children?: ReactNode
}

/** Header of a page with its h1, subtitle and actions. */
export function PageHeader({ title, documentTitle, subtitle, back, actions, children }: PageHeaderProps) {
  usePageTitle(documentTitle ?? (typeof title === 'string' ? title : undefined))
  return (
    <Box
      component="header"
      data-in-order
      pt="calc(var(--app-gutter) / 2 + 4px)"
      pb="sm"
      px="var(--app-gutter)"
      bg="var(--app-body)"
      style={{ borderBottom: 'var(--app-line)' }}
    >
      <Group gap="sm" mih={32}>
        {back && (
          <Link
            to={back.to}
            search={back.search ?? (() => ({}))}
            className={`hoverable ${classes.back}`}
            aria-label={back.label}
          >
            <IconArrowLeft size={16} stroke={1.75} aria-hidden />
          </Link>
        )}
        <Box flex="1 1 200px" miw={0}>
          <Box component="h1" fz="xl" lh="24px" fw={600}>
            {title}
          </Box>
          {subtitle && (
            <Text component="div" c="dimmed">
              {subtitle}
            </Text>
          )}
        </Box>
        {actions && (
          <Group data-toast-clear gap="xs">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  )
}
