import { useNavigate } from '@tanstack/react-router'
import { MESSAGES } from '#contract/core/messages.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  type Autopilot,
  changeAutopilot,
  createAutopilot,
  showAutopilot,
} from '#contract/prospecting/autopilots.ts'
import { useListRef } from '#web/lib/list-ref.ts'
import { count, pageSearch } from '#web/lib/page-search.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './autopilot.module.css'
import { AutopilotFields } from './autopilot-fields.tsx'
import { AutopilotPreview } from './autopilot-preview.tsx'
import { autopilotBody, type FormValues, initialValues, makeValues } from './form-values.ts'

const LIST = '/lead-search/autopilot'
const BACK = { to: LIST, label: 'Back to all autopilots' }
const LEAVING = { title: 'Leave without saving?', text: 'Your changes will be lost.' }
const createSearch = pageSearch({ list: count(null) })

/** Creates an autopilot; `?list=12` preselects its list. */
export function AutopilotCreatePage() {
  const [{ list }] = usePageSearch(createSearch)
  const navigate = useNavigate()
  const form = useContractForm(createAutopilot, {
    initial: initialValues(list) as FormValues,
    body: (values) => ({ ...autopilotBody(values), list_id: values.list_id as number }),
    check: (values): Record<string, string> =>
      values.list_id === null ? { list_id: MESSAGES.required } : {},
    onSuccess: ({ data }) => navigate({ to: LIST, search: { autopilot: data.id } }),
  })
  return (
    <>
      <PageHeader
        title="New autopilot search"
        subtitle="A scheduled search that adds new leads"
        back={BACK}
      />
      <div className={classes.form}>
        <ContractForm form={form} submitLabel="Create autopilot" leaving={LEAVING}>
          <AutopilotFields form={form} />
        </ContractForm>
        <AutopilotPreview values={form.values} />
      </div>
    </>
  )
}

function EditForm({ autopilot }: { autopilot: Autopilot }) {
  const navigate = useNavigate()
  const form = useContractForm(changeAutopilot, {
    initial: makeValues(autopilot) as FormValues,
    params: { id: autopilot.id },
    body: (values) => ({ ...autopilotBody(values), version: autopilot.version }),
    onSuccess: () => navigate({ to: LIST, search: { autopilot: autopilot.id } }),
  })
  return (
    <div className={classes.form}>
      <ContractForm form={form} submitLabel="Save" onlyChanges leaving={LEAVING}>
        <AutopilotFields form={form} type={autopilot.type as ListTypeId} />
      </ContractForm>
      <AutopilotPreview values={form.values} />
    </div>
  )
}

export function AutopilotEditPage() {
  const id = useListRef()?.id as number
  const found = useEndpoint(showAutopilot, { params: { id } })
  const autopilot = found.data?.data
  return (
    <>
      <PageHeader
        title={autopilot?.name ?? 'Autopilot'}
        subtitle={autopilot ? `Adds leads to ${autopilot.list_name ?? 'a list in the trash'}` : undefined}
        back={BACK}
      />
      {found.isError && !autopilot && <LoadError what="The autopilot" query={found} />}
      {found.isPending && <SkeletonRows rows={6} height={56} label="Loading the autopilot" />}
      {autopilot && <EditForm key={autopilot.id} autopilot={autopilot} />}
    </>
  )
}
