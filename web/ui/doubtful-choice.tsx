import { Checkbox, Stack } from '@mantine/core'
import { DOUBTFUL_EMAILS, type DoubtfulEmail } from '#contract/activity/run-kinds/crm.ts'

const DOUBT_LABELS: Record<DoubtfulEmail, string> = {
  accept_all: 'Accept-all',
  risky: 'Risky and disposable',
  unknown: 'Unknown or not checked',
}

/** Emails that no check confirmed: each kind only if someone wants it. */
export function DoubtfulChoice({
  value,
  onChange,
}: {
  value: DoubtfulEmail[]
  onChange: (value: DoubtfulEmail[]) => void
}) {
  return (
    <Checkbox.Group
      label="Besides verified emails, include"
      description="These may bounce. Invalid and suppressed addresses are always left out."
      value={value}
      onChange={(chosen) => onChange(chosen as DoubtfulEmail[])}
    >
      <Stack gap={8} mt={6}>
        {DOUBTFUL_EMAILS.map((doubt) => (
          <Checkbox key={doubt} value={doubt} label={DOUBT_LABELS[doubt]} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
