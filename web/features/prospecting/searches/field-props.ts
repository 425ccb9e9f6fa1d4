import type { SearchFormItem } from '#contract/leads/list-types/define.ts'

/** Props of a form control; `values` are all inputs, for controls that depend on others. */
export interface FieldProps {
  item: SearchFormItem
  value: unknown
  values: Record<string, unknown>
  onChange: (value: unknown) => void
  error: string | undefined
  /** Messages for parts of an object value, by part. */
  partErrors: Record<string, string>
}
