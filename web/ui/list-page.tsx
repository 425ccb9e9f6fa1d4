import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list-page.module.css'
import { ListSection, type ListSectionProps } from './list-section.tsx'
import type { ListQuery } from './list-toolbar.tsx'
import { PageHeader } from './page-header.tsx'

interface ListPageProps<Row, Query extends ListQuery> extends Omit<ListSectionProps<Row, Query>, 'fill'> {
  title: string
  subtitle?: ReactNode
  /** The page's primary action, right of its title. */
  action?: ReactNode
  /** What is between the head and the list. */
  banner?: ReactNode
  /** A second line of the head: tabs of pages that belong together. */
  tabs?: ReactNode
  /** Tabs or anything else around the list. */
  around?: (list: ReactNode) => ReactNode
  /** What can be done with the selected rows, at the bottom of the list. */
  bar?: ReactNode
  /** The drawer of a row, and dialogs. */
  children?: ReactNode
}

/** A page that shows one list: its head, the list with its search, filters and pages, and what opens beside it. */
export function ListPage<Row, Query extends ListQuery>(props: ListPageProps<Row, Query>) {
  const {
    title,
    subtitle,
    action,
    banner,
    tabs,
    around = (list: ReactNode) => list,
    bar,
    children,
    ...list
  } = props
  return (
    <Stack gap={0} flex={1} mih={0}>
      <PageHeader title={title} subtitle={subtitle} actions={action}>
        {tabs}
      </PageHeader>
      {banner && (
        <Box
          flex="none"
          py="sm"
          px="var(--app-gutter)"
          bg="var(--app-surface)"
          style={{ borderBottom: 'var(--app-line)' }}
        >
          {banner}
        </Box>
      )}
      {around(
        <div className={classes.body}>
          <ListSection {...list} fill />
          {bar}
        </div>,
      )}
      {children}
    </Stack>
  )
}
