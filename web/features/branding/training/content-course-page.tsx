import { Skeleton, Stack } from '@mantine/core'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useNavigate } from '@tanstack/react-router'
import {
  type ContentPage,
  contentCourse,
  MAX_COURSE_PAGES,
  orderPages,
} from '#contract/branding/training-content.ts'
import { call } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx'
import classes from './content.module.css'
import { useContentBase } from './content-base.ts'
import { courseFacts, pageFacts } from './content-labels.ts'
import { courseActions, pageActions } from './course-actions.tsx'

function PageLine({ page, to }: { page: ContentPage; to: string }) {
  return (
    <div className={classes.line} data-hidden={page.is_hidden || undefined}>
      <AnchorLink to={to} inherit fw={600}>
        {page.title}
      </AnchorLink>
      <Hint component="span">
        {pageFacts(page)}
        {page.updated_at && (
          <>
            {' · '}
            {page.updated_by ? `${page.updated_by}, ` : ''}
            <When at={page.updated_at} />
          </>
        )}
      </Hint>
    </div>
  )
}

/** One course with its pages: their published state, order and actions. */
export function ContentCoursePage() {
  const id = usePathId()
  const { base } = useContentBase()
  const navigate = useNavigate()
  const dialogs = useDialog()
  const found = useEndpoint(contentCourse, { params: { id } })
  const { course, pages = [] } = found.data?.data ?? {}
  const makePath = (page: ContentPage) => `${base}/${id}/${page.id}/edit`
  const add = course?.can.edit && pages.length < MAX_COURSE_PAGES && (
    <ButtonLink to={`${base}/$id/create`} params={{ id: String(id) }} leftSection={<IconPlus aria-hidden />}>
      Add page
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title={course?.title ?? 'Course'}
        subtitle={course && courseFacts(course)}
        back={{ to: base, label: 'Back to all courses' }}
        actions={
          course && (
            <>
              <RowMenu
                name={course.title}
                items={courseActions(course, dialogs, () => void navigate({ to: base }))}
              />
              {course.hasContent && !course.is_hidden && (
                <ButtonLink
                  to="/onboarding/$id"
                  params={{ id: String(id) }}
                  variant="default"
                  leftSection={<IconEye aria-hidden />}
                >
                  View as reader
                </ButtonLink>
              )}
              {add}
            </>
          )
        }
      />
      <Stack maw={900} p="var(--app-gutter)">
        {found.isPending && <Skeleton height={320} aria-label="Loading the course" role="status" />}
        {found.isError && !found.data && <LoadError what="The course" query={found} />}
        {course && pages.length === 0 && (
          <EmptyState icon={IconFile} title="No pages yet" action={add}>
            Readers see the course once you publish a page.
          </EmptyState>
        )}
        {course && pages.length > 0 && (
          <SortableList
            label="Pages"
            rows={pages}
            getName={({ title }) => title}
            onSort={
              course.can.edit
                ? (page_ids) => call(orderPages, { params: { id }, body: { page_ids } })
                : undefined
            }
            actions={(page) => (
              <RowMenu
                name={page.title}
                items={pageActions(page, {
                  confirm: dialogs.confirm,
                  canDelete: course.can.edit,
                  onEdit: () => void navigate({ to: makePath(page) }),
                })}
              />
            )}
          >
            {(page) => <PageLine page={page} to={makePath(page)} />}
          </SortableList>
        )}
      </Stack>
      {dialogs.dialog}
    </>
  )
}
