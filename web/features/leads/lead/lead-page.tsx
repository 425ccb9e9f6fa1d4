import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { leads } from '#contract/leads.ts'
import { call } from '#web/lib/api.ts'
import { useListRef } from '#web/lib/list-ref.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { usePathParam } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { When } from '#web/ui/when.tsx'
import { type GridQuery, toLeadFilters } from '../grid/grid-query.ts'
import { useGridQuery } from '../grid/use-grid-query.ts'
import { type ListTarget, useLeadDetail, useLeadPage } from '../use-leads.ts'
import classes from './lead-page.module.css'
import { leadLink, listLink } from './lead-path.ts'
import { LeadHistory, LeadMarks, LeadSources, LeadValues, ProfileSkeleton } from './lead-profile.tsx'
import { leadTitle } from './lead-values.ts'
import { neighbours } from './next-leads.ts'

/** The way to the leads before and after this one in the list's present order, over the edges of its pages too. */
function useSteps(target: ListTarget, query: GridQuery, leadId: number) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const rows = useLeadPage(target, toLeadFilters(query))
  const page = rows.data
  const { back, on } = page
    ? neighbours(
        page.data.map((lead) => lead.id),
        leadId,
        page.currentPage,
        page.pageSize,
        page.total,
      )
    : { back: null, on: null }
  const go = async (step: NonNullable<typeof back>) => {
    const next = { ...query, page: step.page }
    const filters = toLeadFilters(next)
    const id =
      step.id ??
      (await client
        .fetchQuery({
          ...endpointQuery(leads, { params: target, body: filters }),
          queryFn: () => call(leads, { params: target, body: filters, read: true }),
        })
        .then(({ data }) => data.at(step.at)?.id))
    if (id !== undefined) await navigate(leadLink(target, next, id) as never)
  }
  return {
    back: back && (() => void go(back)),
    on: on && (() => void go(on)),
  }
}

function LeadScreen({ target, leadId }: { target: ListTarget; leadId: number }) {
  const [query] = useGridQuery(target.type)
  const { missing, ...detail } = useLeadDetail(target, leadId)
  const steps = useSteps(target, query, leadId)
  const lead = detail.data?.data
  if (missing) {
    return (
      <EmptyState title="This lead does not exist" level={1}>
        It may have been deleted for good, or stands in another list.
      </EmptyState>
    )
  }
  const title = lead ? leadTitle(lead) : 'Lead'
  return (
    <>
      <PageHeader
        title={title}
        back={{ ...listLink(target, query), label: 'Back to the list' }}
        subtitle={
          lead ? (
            <span className={classes.subtitle}>
              <span>
                Added <When at={lead.added_at} />
              </span>
              <LeadMarks lead={lead} />
            </span>
          ) : (
            '\u00a0'
          )
        }
        actions={
          <>
            <Button variant="default" disabled={!steps.back} onClick={steps.back ?? undefined}>
              Previous
            </Button>
            <Button variant="default" disabled={!steps.on} onClick={steps.on ?? undefined}>
              Next
            </Button>
          </>
        }
      />
      <div className={classes.columns}>
        <section aria-labelledby="profile">
          <h2 id="profile" className={classes.heading}>
            Profile
          </h2>
          {detail.isPending && <ProfileSkeleton />}
          {detail.isError && (
            <LoadError what="This lead" error={detail.error} onRetry={() => void detail.refetch()} />
          )}
          {lead && <LeadValues type={target.type} lead={lead} />}
        </section>
        <section aria-labelledby="history">
          <h2 id="history" className={classes.heading}>
            History
          </h2>
          {lead && <LeadHistory lead={lead} />}
          <h2 className={classes.next}>Sources</h2>
          {lead && <LeadSources lead={lead} />}
        </section>
      </div>
    </>
  )
}

/** The full page of one lead: every value with its origin, and what happened to it. */
export function LeadPage() {
  const ref = useListRef()
  const id = Number(usePathParam('resultId'))
  if (!ref || !Number.isSafeInteger(id) || id < 1) {
    return <EmptyState title="This lead does not exist" level={1} />
  }
  return <LeadScreen target={ref} leadId={id} />
}
