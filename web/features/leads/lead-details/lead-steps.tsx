import { ActionIcon, Group } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { formatNumber } from '#web/lib/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import type { LeadSteps } from './use-lead-steps.ts'

/** Position of the lead in its list: "3 of 128". */
export function LeadPosition({ steps: { position, total } }: { steps: LeadSteps }) {
  return (
    position !== null && (
      <Hint component="span" me={4} className="numeric" style={{ whiteSpace: 'nowrap' }} aria-live="polite">
        {`${formatNumber(position)} of ${formatNumber(total)}`}
      </Hint>
    )
  )
}

/** Buttons for the previous and next lead. */
export function StepButtons({ steps: { back, on } }: { steps: LeadSteps }) {
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={4} flex="none">
      {[
        { label: 'Previous lead', icon: IconArrowUp, go: back },
        { label: 'Next lead', icon: IconArrowDown, go: on },
      ].map(({ label, icon: Icon, go }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          // Not `disabled`: at the end of the list the focus stays where it is.
          aria-disabled={go === undefined}
          data-disabled={go === undefined || undefined}
          onClick={go}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
