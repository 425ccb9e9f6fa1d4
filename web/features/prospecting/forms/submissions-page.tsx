import { Button, Stack } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs'
import { useMutation } from '@tanstack/react-query'
import { SUBMISSION_STATES, type Submission, showForm, submissions } from '#contract/prospecting/forms.ts'
import { call } from '#web/lib/api.ts'
import { leadAddress } from '#web/lib/list-ref.ts'
import { count, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { saveText } from '#web/lib/save-text.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch, usePathId } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import { leadNote, STATE_LABELS, STATE_LOOKS, senderOf, submissionsCsv } from './submission-labels.ts'

const search = pageSearch(
  { state: oneOf(SUBMISSION_STATES, null), ...paging, submission: count(null) },
  { stays: ['submission'] },
)
type Query = ReturnType<typeof search.read>

const FILTERS: readonly ListFilter<Query>[] = [
  {
    name: 'state',
    label: 'State',
    all: 'All states',
    options: SUBMISSION_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
]

const badge = ({ state }: Submission) => <StateBadge state={STATE_LOOKS[state]} label={STATE_LABELS[state]} />

const COLUMNS: readonly Column<Submission>[] = [
  { id: 'sender', label: 'From', card: 'title', cell: senderOf },
  { id: 'email', label: 'Email', cell: ({ values }) => values.email ?? '–' },
  { id: 'state', label: 'State', cell: badge },
  { id: 'lead', label: 'Lead', cell: leadNote },
  { id: 'sent', label: 'Sent', cell: ({ created_at: at }) => <When at={at} /> },
]

/** Submissions of one file: what the API gives at once. */
const FILE_PAGE = 100

/** All submissions in this state, page by page. */
async function collect(id: number, state: Query['state']): Promise<Submission[]> {
  const rows: Submission[] = []
  for (let page = 1; ; page++) {
    const query = { page, limit: FILE_PAGE, ...(state && { state }) }
    const { data, total } = await call(submissions, { params: { id }, query })
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) return rows
  }
}

function SubmissionFacts({ row }: { row: Submission }) {
  const lead = row.lead_id
  return (
    <Stack p="20px" gap="md">
      <Facts
        facts={[
          ['State', badge(row)],
          ['Sent', <When key="sent" at={row.created_at} />],
          ['Confirmed', row.confirmed_at && <When key="confirmed" at={row.confirmed_at} />],
          [
            'Lead',
            lead === null ? (
              leadNote(row)
            ) : (
              <a key="lead" href={leadAddress({ type: row.list_type, id: row.list_id }, lead)}>
                {leadNote(row)}
              </a>
            ),
          ],
          ['Agreed to', row.consent?.text],
          ['Agreed at', row.consent && <When key="agreed" at={row.consent.at} />],
          ['Language', row.language],
          ['Network', row.network],
        ]}
      />
      <Facts facts={Object.entries(row.values).map(([name, value]) => [name, value] as const)} />
    </Stack>
  )
}

/** What visitors sent with a form, with the proof of what they agreed to. */
export function SubmissionsPage() {
  const id = usePathId()
  const [query, change] = usePageSearch(search)
  const { submission: open, ...filters } = query
  const form = useEndpoint(showForm, { params: { id } }).data?.data
  const found = usePagedQuery(submissions, { params: { id }, query: filters })
  const rows = found.data?.data ?? []
  const save = useMutation({
    mutationFn: () => collect(id, filters.state),
    onSuccess: (all) => saveText(`submissions-${id}.csv`, submissionsCsv(all), 'text/csv'),
  })
  const row = rows.find((one) => one.id === open)
  return (
    <ListPage
      title={form ? `Submissions of ${form.name}` : 'Submissions'}
      subtitle="What visitors sent, and what they agreed to"
      back={{ to: '/lead-search/forms', label: 'Back to Forms' }}
      label="Submissions"
      action={
        rows.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Export CSV
          </Button>
        )
      }
      list={{ found, query, change }}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(one) => one.id}
      opening={{ open, onOpen: (one) => change({ submission: one.id }) }}
      empty={
        <EmptyState icon={IconForms} title="Nothing was sent yet">
          Put the form on your website. What visitors send appears here, and as leads in its list.
        </EmptyState>
      }
    >
      <RecordDrawer
        title="Submission"
        id={open}
        ids={rows.map((one) => one.id)}
        onOpen={(next) => change({ submission: next })}
      >
        {() => row && <SubmissionFacts row={row} />}
      </RecordDrawer>
    </ListPage>
  )
}
