import { Popover, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Tip } from '#web/ui/tip.tsx'
import classes from './checklist.module.css'
import { ChecklistPanel } from './checklist-panel.tsx'
import type { Progress } from './checklist-steps.ts'
import { setChecklistOpen } from './checklist-store.ts'
import { useChecklist } from './use-checklist.ts'

interface ChecklistEntryProps {
  /** Icons only. */
  narrow: boolean
  /** Closes the sidebar drawer; the steps open in their own drawer. */
  onFollow?: () => void
}

const RADIUS = 6.5
const ROUND = 2 * Math.PI * RADIUS

/** Progress as a ring of icon size. */
function Ring({ share }: { share: number }) {
  return (
    <svg width={17} height={17} viewBox="0 0 17 17" className={classes.ring} aria-hidden="true">
      <circle cx={8.5} cy={8.5} r={RADIUS} />
      <circle
        cx={8.5}
        cy={8.5}
        r={RADIUS}
        strokeDasharray={`${share * ROUND} ${ROUND}`}
        transform="rotate(-90 8.5 8.5)"
      />
    </svg>
  )
}

const howFar = ({ done, steps }: Progress) => `${done}/${steps.length}`

function Entry({ progress, narrow, onFollow }: ChecklistEntryProps & { progress: Progress }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const label = `Getting started, ${progress.done} of ${progress.steps.length} done`
  const button = (
    <UnstyledButton
      className="nav-line"
      aria-label={label}
      onClick={() => {
        if (!onFollow) return setOpen(!open)
        onFollow()
        setChecklistOpen(true)
      }}
    >
      <Ring share={progress.done / progress.steps.length} />
      {!narrow && (
        <>
          <Text component="span" truncate flex={1}>
            Getting started
          </Text>
          <Text component="span" fz="xs" className="numeric">
            {howFar(progress)}
          </Text>
        </>
      )}
    </UnstyledButton>
  )
  if (onFollow) return button
  return (
    <Popover opened={open} onChange={setOpen} position="right-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Tip label={`Getting started ${howFar(progress)}`} position="right" disabled={!narrow || open}>
          {button}
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Getting started" p={0}>
        <ChecklistPanel title="Getting started" progress={progress} onFollow={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Link to the onboarding steps at the end of the sidebar; hidden once done or dismissed. */
export function ChecklistEntry(props: ChecklistEntryProps) {
  const progress = useChecklist()
  return progress && !progress.closed ? <Entry {...props} progress={progress} /> : null
}
