import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { customFieldDefinition, customFields } from '#contract/leads/custom-fields.ts'
import { labels } from '#contract/leads/labels.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { lists } from '#contract/leads/lists.ts'
import { useUser } from '#web/lib/session.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Part } from '#web/ui/part.tsx'
import type { FormValues } from './form-values.ts'
import { QuestionList } from './question-list.tsx'

const LISTS = { query: { limit: 100, sort: 'name' as const } }

function ListChoice({
  form,
  all,
}: {
  form: ContractForm<FormValues>
  all: readonly { id: number; name: string }[]
}) {
  const { values, set, errors } = form
  return (
    <Select
      label="List"
      description="Submissions become leads of this list"
      placeholder="Choose a list"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such list"
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={values.list_id === null ? null : String(values.list_id)}
      error={errors.list_id}
      onChange={(id) => set({ list_id: Number(id) })}
    />
  )
}

function AfterSending({ form }: { form: ContractForm<FormValues> }) {
  const { values, set } = form
  const { id } = useUser()
  const found = useEndpoint(labels)
  return (
    <Part title="After sending">
      <Textarea {...form.field('thanks_text')} label="Thanks" autosize minRows={2} maxLength={1000} />
      <TextInput
        {...form.field('thanks_url')}
        label="Or go to an address"
        description="Visitors are sent there instead; leave it empty to show the text"
        placeholder="https://example.com/thanks"
      />
      <MultiSelect
        label="Labels"
        description="Leads from this form get them"
        data={(found.data?.data ?? []).map((label) => ({ value: String(label.id), label: label.name }))}
        value={values.label_ids.map(String)}
        onChange={(ids) => set({ label_ids: ids.map(Number) })}
      />
      <Checkbox
        label="Notify me of each submission"
        checked={values.notify_ids.includes(id)}
        onChange={(event) =>
          set({
            notify_ids: event.currentTarget.checked
              ? [...values.notify_ids, id]
              : values.notify_ids.filter((other) => other !== id),
          })
        }
      />
      <Checkbox
        {...form.field('needs_confirmation', 'checkbox')}
        label="Visitors confirm their email first"
        description="They become leads once they open the link that we send them"
      />
    </Part>
  )
}

/** The fields of the builder. */
export function FormFields({ form }: { form: ContractForm<FormValues> }) {
  const { values, set, errors } = form
  const all = useEndpoint(lists, LISTS).data?.data ?? []
  const custom = (useEndpoint(customFields).data?.data ?? []).map(customFieldDefinition)
  const type = (all.find(({ id }) => id === values.list_id)?.type ?? 'local') as ListTypeId
  return (
    <>
      <TextInput
        {...form.field('name')}
        label="Name"
        description="Only you see it, as the source of leads"
        maxLength={80}
      />
      <ListChoice form={form} all={all} />
      <Part title="What visitors see">
        <TextInput {...form.field('heading')} label="Heading" maxLength={120} />
        <Textarea {...form.field('intro')} label="Introduction" autosize minRows={2} maxLength={1000} />
        <TextInput {...form.field('submit_label')} label="Button" maxLength={40} />
      </Part>
      <Part title="Questions" hint="Drag to sort. Ask for little: every question costs answers.">
        <QuestionList
          type={type}
          custom={custom}
          fields={values.fields}
          onChange={(fields) => set({ fields })}
          error={errors.fields}
        />
      </Part>
      <Part title="Consent" hint="Visitors tick a box. The text is kept word for word with each submission.">
        <Textarea
          {...form.field('consent')}
          label="Text"
          description="Leave it empty to ask for nothing"
          autosize
          minRows={2}
          maxLength={2000}
        />
      </Part>
      <AfterSending form={form} />
      <Checkbox {...form.field('active', 'checkbox')} label="Takes submissions" />
    </>
  )
}
