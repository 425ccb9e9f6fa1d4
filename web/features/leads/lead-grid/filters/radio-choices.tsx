import { Radio, Stack } from '@mantine/core'

interface ChoiceListProps<T extends number> {
  label: string
  choices: { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few numbered choices, as radio buttons. */
export function ChoiceList<T extends number>({ label, choices, value, onChange }: ChoiceListProps<T>) {
  return (
    <Radio.Group
      aria-label={label}
      value={String(value)}
      onChange={(text) => {
        const chosen = choices.find((choice) => String(choice.value) === text)
        if (chosen) onChange(chosen.value)
      }}
    >
      <Stack gap={8} pt={4}>
        {choices.map((choice) => (
          <Radio key={choice.value} size="xs" value={String(choice.value)} label={choice.label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
