import { type Label, labels } from '#contract/leads/labels.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

/** The labels of the account, by name. */
export function useLabels() {
  const found = useEndpoint(labels)
  return { ...found, rows: found.data?.data }
}

/** Label names in a lead's value. */
export const namesIn = (value: string | number): string[] => String(value).split('; ')

/** The color of a label by its name; gray while labels are loading. */
export const findColor = (all: readonly Label[] | undefined, name: string): Label['color'] =>
  all?.find((label) => label.name === name)?.color ?? 'gray'
