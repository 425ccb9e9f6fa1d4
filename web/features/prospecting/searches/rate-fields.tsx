import { Group, Input, NativeSelect, NumberInput } from '@mantine/core'
import { GROWTH_INTERVALS, GROWTH_OPERATORS } from '#contract/leads/influencer-filters.ts'
import { formatCount } from '#web/lib/format.ts'
import { fromPercent, toPercent } from '#web/lib/rate.ts'
import type { FieldProps } from './field-props.ts'

interface PercentInputProps {
  label?: string
  'aria-label'?: string
  description?: string
  placeholder?: string
  error?: string
  value: unknown
  onChange: (rate: number | undefined) => void
}

/** A fraction entered as a percentage. */
const PercentInput = ({ value, onChange, ...props }: PercentInputProps) => (
  <NumberInput
    allowDecimal
    {...props}
    suffix="%"
    decimalScale={2}
    flex={1}
    value={typeof value === 'number' ? toPercent(value) : ''}
    onChange={(next) => onChange(typeof next === 'number' ? fromPercent(next) : undefined)}
  />
)

export const RateField = ({ item, value, onChange, error }: FieldProps) => (
  <PercentInput
    label={item.label}
    description={item.help}
    placeholder={item.placeholder}
    error={error}
    value={value}
    onChange={onChange}
  />
)

const readParts = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const CredibilityField = ({ item, value, onChange, partErrors }: FieldProps) => (
  <PercentInput
    label={item.label}
    description={item.help}
    error={partErrors.credibility}
    value={readParts(value).credibility}
    onChange={(credibility) => onChange(credibility === undefined ? undefined : { credibility })}
  />
)

const OPERATOR_LABELS: Record<(typeof GROWTH_OPERATORS)[number], string> = {
  gte: 'at least',
  gt: 'more than',
  lt: 'less than',
  lte: 'at most',
}

const nothing = { value: '', label: '–' }
/** Made when they are shown: the person's formats are unknown before, and the first number costs 40 ms. */
const listIntervals = () =>
  GROWTH_INTERVALS.map((value, at) => ({ value, label: `in ${formatCount(at + 1, 'month')}` }))
const operators = GROWTH_OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }))

/** Growth over an interval: three inputs that are required together. */
export function GrowthField({ item, value, onChange, partErrors }: FieldProps) {
  const parts = readParts(value)
  const change = (name: string, part: unknown) => {
    const next = { ...parts, [name]: part }
    onChange(Object.values(next).some((bound) => bound !== undefined) ? next : undefined)
  }
  return (
    <Input.Wrapper label={item.label} labelElement="div" description={item.help}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NativeSelect
          aria-label={`${item.label}: comparison`}
          data={[nothing, ...operators]}
          error={partErrors.operator}
          value={String(parts.operator ?? '')}
          onChange={(event) => change('operator', event.currentTarget.value || undefined)}
        />
        <PercentInput
          aria-label={`${item.label}: percent`}
          error={partErrors.value}
          value={parts.value}
          onChange={(rate) => change('value', rate)}
        />
        <NativeSelect
          aria-label={`${item.label}: interval`}
          data={[nothing, ...listIntervals()]}
          error={partErrors.interval}
          value={String(parts.interval ?? '')}
          onChange={(event) => change('interval', event.currentTarget.value || undefined)}
        />
      </Group>
    </Input.Wrapper>
  )
}
