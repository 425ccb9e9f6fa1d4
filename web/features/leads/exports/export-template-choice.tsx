import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { exportTemplates } from '#contract/leads/export-templates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

interface TemplateChoiceProps {
  type: ListTypeId
  value: number | null
  onChange: (id: number | null) => void
}

/** Selects a saved template; nothing without any. */
export function TemplateChoice({ type, value, onChange }: TemplateChoiceProps) {
  const templates = useQuery(endpointQuery(exportTemplates, { query: { type } }))
  const rows = templates.data?.data ?? []
  if (rows.length === 0) return null
  return (
    <Select
      label="Template"
      placeholder="None"
      clearable
      data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
