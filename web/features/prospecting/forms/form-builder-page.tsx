import { useNavigate } from '@tanstack/react-router'
import { MESSAGES } from '#contract/core/messages.ts'
import { changeForm, createForm, type Form, showForm } from '#contract/prospecting/forms.ts'
import { useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { FormFields } from './form-fields.tsx'
import { FormPreview } from './form-preview.tsx'
import { type FormValues, formBody, makeValues, newValues } from './form-values.ts'
import classes from './forms.module.css'

const LIST = '/lead-search/forms'
const BACK = { to: LIST, label: 'Back to all forms' }
const LEAVING = { title: 'Leave without saving?', text: 'Your changes will be lost.' }
const check = ({ list_id: list }: FormValues): Record<string, string> =>
  list === null ? { list_id: MESSAGES.required } : {}

/** Makes a form. */
export function NewFormPage() {
  const navigate = useNavigate()
  const { id } = useUser()
  const form = useContractForm(createForm, {
    initial: newValues(id),
    body: formBody,
    check,
    onSuccess: ({ data }) => navigate({ to: '/lead-search/forms/$id', params: { id: String(data.id) } }),
  })
  return (
    <>
      <PageHeader
        title="New form"
        subtitle="For your website: what visitors send becomes a lead"
        back={BACK}
      />
      <div className={classes.columns}>
        <ContractForm form={form} submitLabel="Create form" leaving={LEAVING}>
          <FormFields form={form} />
        </ContractForm>
        <FormPreview values={form.values} />
      </div>
    </>
  )
}

function EditForm({ form: shown }: { form: Form }) {
  const form = useContractForm(changeForm, {
    initial: makeValues(shown),
    params: { id: shown.id },
    body: formBody,
    check,
  })
  return (
    <div className={classes.columns}>
      <ContractForm form={form} submitLabel="Save" onlyChanges leaving={LEAVING}>
        <CopyBox label="Code for your website" text={shown.embed} />
        <CopyBox label="Or a link" text={shown.address} />
        <FormFields form={form} />
      </ContractForm>
      <FormPreview values={form.values} />
    </div>
  )
}

/** Edits a form, and shows how to put it on a website. */
export function FormPage() {
  const id = usePathId()
  const found = useEndpoint(showForm, { params: { id } })
  const form = found.data?.data
  return (
    <>
      <PageHeader title={form?.name ?? 'Form'} back={BACK} />
      {found.isError && !form && <LoadError what="The form" query={found} />}
      {found.isPending && <SkeletonRows rows={6} height={56} label="Loading the form" />}
      {form && <EditForm key={form.id} form={form} />}
    </>
  )
}
