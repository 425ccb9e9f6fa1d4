import { Button } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import { useNavigate } from '@tanstack/react-router'
import { type ContentCourse, contentCourses } from '#contract/branding/training-content.ts'
import { formatNumber } from '#web/lib/format.ts'
import { freeText, pageSearch, paging } from '#web/lib/page-search.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { useContentBase } from './content-base.ts'
import { courseFacts } from './content-labels.ts'
import { courseActions } from './course-actions.tsx'
import { CourseForm } from './course-form.tsx'

const MAX_SEARCH = 200
const contentSearch = pageSearch({ search: freeText(MAX_SEARCH), ...paging })

const COLUMNS: readonly Column<ContentCourse>[] = [
  { id: 'title', label: 'Course', card: 'title', wrap: '320px', cell: ({ title }) => title },
  { id: 'topic', label: 'Topic', cell: ({ topic }) => topic },
  { id: 'state', label: 'State', wrap: '260px', cell: courseFacts },
  { id: 'pages', label: 'Pages', align: 'end', cell: ({ pages }) => formatNumber(pages) },
]

/** Courses to edit: the account's own and those it inherits. */
export function TrainingContentPage() {
  const [query, change] = usePageSearch(contentSearch)
  const { base, isAdmin } = useContentBase()
  const navigate = useNavigate()
  const dialogs = useDialog()
  const { page, limit, search } = query
  const found = usePagedQuery(contentCourses, { query: { page, limit, search } })
  const open = ({ id }: ContentCourse) => void navigate({ to: `${base}/${id}` })
  const create = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      onClick={() => dialogs.show((state) => <CourseForm {...state} onCreated={open} />)}
    >
      Create course
    </Button>
  )
  return (
    <ListPage
      title={isAdmin ? 'Platform Training Content' : 'Training Content'}
      subtitle="Courses that your customers see under Onboarding"
      action={
        <>
          {isAdmin && (
            <ButtonLink
              to="/admin/training-content/history"
              variant="default"
              leftSection={<IconHistory aria-hidden />}
            >
              History
            </ButtonLink>
          )}
          {create}
        </>
      }
      label="Courses"
      list={{ found, query, change }}
      searchLabel="Search courses"
      searchMax={MAX_SEARCH}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      opening={{ open: null, onOpen: open }}
      isOff={({ is_hidden }) => is_hidden}
      actions={(course) => <RowMenu name={course.title} items={courseActions(course, dialogs)} />}
      empty={
        <EmptyState icon={IconSchool} title="No courses yet" action={create}>
          Courses teach your customers how to use the product.
        </EmptyState>
      }
    >
      {dialogs.dialog}
    </ListPage>
  )
}
