import { ActionIcon, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type FormField, formFields, MAX_FORM_FIELDS } from '#contract/prospecting/forms.ts'
import { Hint } from '#web/ui/hint.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { openFields } from './form-values.ts'

interface QuestionListProps {
  type: ListTypeId
  custom: readonly FieldDefinition[]
  fields: FormField[]
  onChange: (fields: FormField[]) => void
  error: string | undefined
}

/** The questions of a form in their order: each with its words, and what it is about. */
export function QuestionList({ type, custom, fields, onChange, error }: QuestionListProps) {
  const known = new Map(formFields(type, custom).map((field) => [field.name, field]))
  const change = (field: string, next: Partial<FormField>) =>
    onChange(fields.map((one) => (one.field === field ? { ...one, ...next } : one)))
  const rows = fields.map((one) => ({ ...one, id: one.field }))
  return (
    <Stack gap="sm">
      <SortableList
        label="Questions"
        rows={rows}
        getName={({ label, field }) => label || field}
        onSort={(order) => onChange(order.flatMap((id) => fields.find(({ field }) => field === id) ?? []))}
        actions={({ field, label }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove “${label || field}”`}
            onClick={() => onChange(fields.filter((one) => one.field !== field))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      >
        {({ field, label, help, required, long }) => (
          <Stack gap={6} py={4}>
            <Hint>{known.get(field)?.label ?? 'A field that this list doesn’t have'}</Hint>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              <TextInput
                aria-label={`Label of ${known.get(field)?.label ?? field}`}
                value={label}
                maxLength={120}
                onChange={(event) => change(field, { label: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`Help for ${known.get(field)?.label ?? field}`}
                placeholder="Help (optional)"
                value={help ?? ''}
                maxLength={300}
                onChange={(event) => change(field, { help: event.currentTarget.value || null })}
              />
            </SimpleGrid>
            <Group gap="md">
              <Checkbox
                label="Required"
                checked={required}
                onChange={(event) => change(field, { required: event.currentTarget.checked })}
              />
              {known.get(field)?.kind === 'text' && (
                <Checkbox
                  label="Several lines"
                  checked={long}
                  onChange={(event) => change(field, { long: event.currentTarget.checked })}
                />
              )}
            </Group>
          </Stack>
        )}
      </SortableList>
      {error && (
        <Text c="var(--app-danger)" role="alert">
          {error}
        </Text>
      )}
      <NativeSelect
        label="Add a question"
        value=""
        disabled={fields.length >= MAX_FORM_FIELDS}
        onChange={(event) => {
          const field = known.get(event.currentTarget.value)
          if (field)
            onChange([
              ...fields,
              { field: field.name, label: field.label, help: null, required: false, long: false },
            ])
        }}
        data={[
          { value: '', label: 'Choose a field…' },
          ...openFields(type, custom, fields).map(({ name, label }) => ({ value: name, label })),
        ]}
      />
    </Stack>
  )
}
