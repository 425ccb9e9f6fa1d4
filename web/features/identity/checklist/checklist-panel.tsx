import { Box, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconDone from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import { Link } from '@tanstack/react-router'
import { useBrand } from '#web/lib/branding.ts'
import { Hint } from '#web/ui/hint.tsx'
import classes from './checklist.module.css'
import { type Progress as HowFar, makeGroups, type ShownStep } from './checklist-steps.ts'
import { useDismiss } from './use-checklist.ts'

interface ChecklistPanelProps {
  progress: HowFar
  /** Called when a step was followed. */
  onFollow?: () => void
}

/** `2 of 5 done`, as words and as a bar. */
export function ChecklistProgress({ progress }: { progress: HowFar }) {
  const { done, steps } = progress
  return (
    <Group
      component="span"
      display="inline-flex"
      wrap="nowrap"
      gap="xs"
      fz="xs"
      c="dimmed"
      className="numeric"
      style={{ whiteSpace: 'nowrap' }}
    >
      <span>{`${done} of ${steps.length} done`}</span>
      <Progress.Root size={4} className={classes.bar} aria-hidden>
        <Progress.Section value={(done / steps.length) * 100} withAria={false} />
      </Progress.Root>
    </Group>
  )
}

function Step({ step, onFollow }: { step: ShownStep; onFollow?: () => void }) {
  if (step.done) {
    return (
      <span className={classes.step} data-done>
        <IconDone size={17} stroke={1.75} aria-hidden />
        <Text component="span" flex={1} miw={0} lh="17px">
          {step.label}
          <VisuallyHidden>, done</VisuallyHidden>
        </Text>
      </span>
    )
  }
  return (
    <Link
      to={step.to}
      search={step.search ?? {}}
      className={`hoverable ${classes.step}`}
      {...(onFollow ? { onClick: onFollow } : {})}
    >
      <IconCircle size={17} stroke={1.75} aria-hidden />
      <Text component="span" flex={1} miw={0} lh="17px">
        {step.label}
        <Hint component="span" display="block">
          {step.hint}
        </Hint>
      </Text>
      <IconChevron size={14} stroke={1.75} aria-hidden />
    </Link>
  )
}

/** Link to the course that explains everything, if the brand shows its training. */
function CourseLink({ onFollow }: Pick<ChecklistPanelProps, 'onFollow'>) {
  const { show_training_center: shown } = useBrand()
  if (!shown) return null
  return (
    <Link
      to="/onboarding"
      className={`hoverable ${classes.course}`}
      {...(onFollow ? { onClick: onFollow } : {})}
    >
      <IconSchool size={17} stroke={1.75} aria-hidden />
      Learn it step by step
    </Link>
  )
}

/** The onboarding steps: completed ones checked, the others as links, followed by the course. */
export function ChecklistBody({ progress, onFollow }: ChecklistPanelProps) {
  const groups = makeGroups(progress.steps)
  return (
    <>
      {groups.map(({ name, steps }) => (
        <div key={name}>
          {groups.length > 1 && <h3 className={classes.groupName}>{name}</h3>}
          <ul className={classes.steps}>
            {steps.map((step) => (
              <li key={step.id}>
                <Step step={step} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <CourseLink onFollow={onFollow} />
    </>
  )
}

const BAR = { wrap: 'nowrap', px: 14 } as const

/** The first steps with how far one is above them, and below them the way to dismiss them. */
export function ChecklistPanel({ title, ...props }: ChecklistPanelProps & { title?: string }) {
  const dismiss = useDismiss()
  return (
    <>
      <Group {...BAR} justify="space-between" gap="sm" py={10} style={{ borderBottom: 'var(--app-line)' }}>
        {title && (
          <Box component="h2" fz="sm">
            {title}
          </Box>
        )}
        <ChecklistProgress progress={props.progress} />
      </Group>
      <ChecklistBody {...props} />
      <Group {...BAR} justify="flex-end" py={6} style={{ borderTop: 'var(--app-line)' }}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
        </Button>
      </Group>
    </>
  )
}
