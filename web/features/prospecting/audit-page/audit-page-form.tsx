import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { team } from '#contract/identity/team.ts'
import { labels } from '#contract/leads/labels.ts'
import { lists } from '#contract/leads/lists.ts'
import { services } from '#contract/leads/services.ts'
import {
  AUDIT_LANGUAGE_LABELS,
  AUDIT_LANGUAGES,
  AUDIT_LIST_TYPES,
  type AuditPage,
  CALL_TO_ACTION_KINDS,
  saveAuditPage,
} from '#contract/prospecting/audits.ts'
import { useCan } from '#web/lib/session.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Part } from '#web/ui/part.tsx'
import { type AuditPageValues, auditPageValues, toAuditPage } from './audit-page-values.ts'

type PageForm = Form<AuditPageValues>

const ACTION_LABELS = { link: 'Link', booking: 'Booking page', phone: 'Phone call' } as const
const options = (rows: readonly { id: number; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))

/** Where visitors go as leads, and who is told. */
function Leads({ form }: { form: PageForm }) {
  const found = useEndpoint(lists, { query: { limit: MAX_PAGE_SIZE } })
  const known = useEndpoint(labels)
  const seesTeam = useCan('manage_team')
  const people = useEndpoint(team, {}, { enabled: seesTeam })
  const { values, errors, set } = form
  const fitting = found.data?.data.filter(({ type }) =>
    (AUDIT_LIST_TYPES as readonly string[]).includes(type),
  )
  return (
    <Part title="Leads">
      <Select
        label="List that receives the leads"
        description="A list of local businesses or company websites"
        placeholder="Choose a list"
        searchable
        data={options(fitting)}
        value={values.list_id || null}
        error={errors.list_id}
        onChange={(value) => set({ list_id: value ?? '' })}
      />
      <MultiSelect
        label="Labels"
        placeholder={values.label_ids.length === 0 ? 'None' : undefined}
        data={options(known.data?.data)}
        value={values.label_ids}
        error={errors.label_ids}
        onChange={(label_ids) => set({ label_ids })}
      />
      {seesTeam && (
        <MultiSelect
          label="Who is told"
          placeholder={values.notify_ids.length === 0 ? 'Nobody' : undefined}
          data={people.data?.data.members.map(({ id, first_name, last_name, email }) => ({
            value: String(id),
            label: `${first_name} ${last_name}`.trim() || email,
          }))}
          value={values.notify_ids}
          error={errors.notify_ids}
          onChange={(notify_ids) => set({ notify_ids })}
        />
      )}
      <Switch
        {...form.field('needs_confirmation', 'checkbox')}
        label="Confirmed email"
        description="Visitors become leads once they have opened a link in an email"
      />
    </Part>
  )
}

function Texts({ form }: { form: PageForm }) {
  return (
    <Part
      title="Texts"
      hint="Empty: the built-in text, in each visitor’s language. Your own text is the same in all languages."
    >
      <TextInput
        {...form.field('headline')}
        label="Headline"
        placeholder="How well does your website work for you?"
        maxLength={120}
        dir="auto"
      />
      <Textarea
        {...form.field('intro')}
        label="Introduction"
        autosize
        minRows={2}
        maxLength={600}
        dir="auto"
      />
      <Textarea
        {...form.field('consent')}
        label="Consent"
        description="Visitors must agree to it. It’s kept word for word with each lead"
        placeholder="I agree that … checks this website and may contact me about the result."
        autosize
        minRows={2}
        maxLength={1000}
        dir="auto"
      />
      <MultiSelect
        label="Languages"
        description="The first is for visitors who speak none of them"
        data={AUDIT_LANGUAGES.map((value) => ({ value, label: AUDIT_LANGUAGE_LABELS[value] }))}
        value={form.values.languages}
        error={form.errors.languages}
        onChange={(languages) => form.set({ languages: languages as AuditPageValues['languages'] })}
      />
    </Part>
  )
}

function Report({ form }: { form: PageForm }) {
  const sold = useEndpoint(services)
  const { values, errors, set } = form
  return (
    <Part title="Report">
      <MultiSelect
        label="Services"
        description="Findings are sorted by them, in the order in which you choose them. None: all that you sell"
        data={options(sold.data?.data)}
        value={values.service_ids}
        error={errors.service_ids}
        onChange={(service_ids) => set({ service_ids })}
      />
      <Select
        label="Call to action"
        placeholder="None"
        clearable
        data={CALL_TO_ACTION_KINDS.map((value) => ({ value, label: ACTION_LABELS[value] }))}
        value={values.action_kind || null}
        error={errors.call_to_action}
        onChange={(value) => set({ action_kind: (value ?? '') as AuditPageValues['action_kind'] })}
      />
      {values.action_kind !== '' && (
        <>
          <TextInput
            {...form.field('action_label')}
            error={errors['call_to_action.label']}
            label="Text of the button"
            placeholder="Talk to us"
            maxLength={60}
            dir="auto"
          />
          <TextInput
            {...form.field('action_target')}
            error={errors['call_to_action.target']}
            label={values.action_kind === 'phone' ? 'Phone number' : 'Address'}
            placeholder={values.action_kind === 'phone' ? '+1 555 123 4567' : 'https://yourbrand.com/book'}
            maxLength={500}
          />
        </>
      )}
      <NumberInput {...form.field('days')} label="Days until a report’s address expires" min={1} max={365} />
    </Part>
  )
}

/** Settings of the audit page. */
export function AuditPageForm({ page }: { page: AuditPage }) {
  const form = useContractForm(saveAuditPage, {
    initial: auditPageValues(page),
    body: toAuditPage,
  })
  return (
    <ContractForm
      form={form}
      submitLabel="Save changes"
      onlyChanges
      leaving={{ title: 'Leave without saving?', text: 'Your changes aren’t saved yet.' }}
    >
      <Switch
        {...form.field('is_on', 'checkbox')}
        label="Audit page"
        description="Visitors of your domain can have their website checked, and become leads"
      />
      <Leads form={form} />
      <Texts form={form} />
      <Report form={form} />
    </ContractForm>
  )
}
