import { Box, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import classes from './list-page.module.css'
import { ListSection, type ListSectionProps } from './list-section.tsx'
import type { ListQuery } from './list-toolbar.tsx'
import { PageHeader } from './page-header.tsx'

interface ListPageProps<Row, Query extends ListQuery> extends Omit<ListSectionProps<Row, Query>, 'fill'> {
  title: string
  subtitle?: ReactNode
  back?: ComponentProps<typeof PageHeader>['back']
  action?: ReactNode
  /** Content between the header and the list. */
  banner?: ReactNode
  /** Tabs below the title. */
  tabs?: ReactNode
  /** Wraps the list, such as in tabs. */
  around?: (list: ReactNode) => ReactNode
  /** Bulk actions for selected rows, at the bottom of the list. */
  bar?: ReactNode
  /** Drawers and dialogs. */
  children?: ReactNode
}

/** A page with one list: header, search, filters, rows and pager. */
export function ListPage<Row, Query extends ListQuery>(props: ListPageProps<Row, Query>) {
  const {
    title,
    subtitle,
    back,
    action,
    banner,
    tabs,
    around = (list: ReactNode) => list,
    bar,
    children,
    ...list
  } = props
  return (
    <Stack data-in-order gap={0} flex={1} mih={0}>
      <PageHeader title={title} subtitle={subtitle} actions={action} {...(back && { back })}>
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
        <div data-in-order className={classes.body}>
          <ListSection {...list} fill />
          {bar}
        </div>,
      )}
      {children}
    </Stack>
  )
}
