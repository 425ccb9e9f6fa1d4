import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import type { ReactNode } from 'react'
import { type MemberProgress, memberProgress } from '#contract/branding/courses.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { When } from '#web/ui/when.tsx'
import { howFar } from './progress.ts'

/** One line for each course, or a dash. */
const lines = (
  courses: MemberProgress['courses'],
  render: (course: MemberProgress['courses'][number]) => ReactNode,
) => (courses.length === 0 ? '–' : courses.map((course) => <div key={course.id}>{render(course)}</div>))

const finished = ({ courses }: MemberProgress) => courses.filter(({ finished_at }) => finished_at !== null)

const COLUMNS: readonly Column<MemberProgress>[] = [
  { id: 'name', label: 'Member', card: 'title', cell: ({ name }) => name },
  { id: 'email', label: 'Email', cell: ({ email }) => email },
  {
    id: 'finished',
    label: 'Finished',
    wrap: '320px',
    cell: (member) =>
      lines(finished(member), ({ title, finished_at }) => (
        <>
          {title} · {finished_at && <When at={finished_at} />}
        </>
      )),
  },
  {
    id: 'started',
    label: 'In progress',
    wrap: '320px',
    cell: ({ courses }) =>
      lines(
        courses.filter(({ finished_at }) => finished_at === null),
        (course) => `${course.title} · ${howFar(course)}`,
      ),
  },
]

interface TeamQuery {
  page: number
  limit: number
  search: string
}

/** Which members have finished which courses; for owners. */
export function TeamProgress({
  query,
  change,
}: {
  query: TeamQuery
  change: (part: Partial<TeamQuery>) => void
}) {
  const { page, limit, search } = query
  const found = usePagedQuery(memberProgress, { query: { page, limit, search } })
  return (
    <ListSection
      label="Team progress"
      list={{ found, query, change }}
      searchLabel="Search members"
      searchMax={200}
      columns={COLUMNS}
      rowKey={({ user_id }) => user_id}
      noMatches={{ title: 'No matching members', reset: 'Show all members' }}
      empty={
        <EmptyState icon={IconUsers} title="No members yet">
          Progress of your team appears here.
        </EmptyState>
      }
    />
  )
}
