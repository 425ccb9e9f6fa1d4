import type { SearchFormItem } from '#contract/leads/list-types/define.ts'

/** What a control of the form gets; `values` are all inputs, for controls that depend on another. */
export interface FieldProps {
  item: SearchFormItem
  value: unknown
  values: Record<string, unknown>
  onChange: (value: unknown) => void
  error: string | undefined
  /** Sentences for the parts of a value that is an object, by the name of the part. */
  partErrors: Record<string, string>
}
