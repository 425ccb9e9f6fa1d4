import { TextInput } from '@mantine/core'

const DAY = /^\d{4}-\d{2}-\d{2}$/

interface Days {
  from: string
  to: string
}

/** The days of a URL, without invalid ones. */
export const readDays = ({ from, to }: Days) => ({
  ...(DAY.test(from) && { from }),
  ...(DAY.test(to) && { to }),
})

export interface DayInputsProps {
  query: Days
  /** The days that are shown without a choice. */
  shown?: Days
  labels?: Record<keyof Days, string>
  change: (part: Partial<Days> & { page: number }) => void
}

const LABELS = { from: 'First day', to: 'Last day' }

/** Inputs for the first and last day of a list. */
export const DayInputs = ({ query, shown, labels = LABELS, change }: DayInputsProps) =>
  (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      size="xs"
      aria-label={labels[name]}
      value={query[name] || shown?.[name] || ''}
      onChange={({ currentTarget: { value } }) => change({ [name]: value, page: 1 })}
    />
  ))
