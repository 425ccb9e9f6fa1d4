import { Button, Group, Stack, Stepper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './wizard.module.css'

interface WizardProps {
  label: string
  steps: readonly string[]
  step: number
  onStep: (step: number) => void
  /** The final step: earlier ones can no longer be changed. */
  isOver: boolean
  canContinue: boolean
  isBusy: boolean
  /** Label and action of the last step's button; without it the button leads to the next step. */
  finish: { label: string; run: () => void } | null
  background?: string
  children: ReactNode
}

/** A sequence of steps, such as an import from file to result. */
export function Wizard(props: WizardProps) {
  const { label, steps, step, onStep, isOver, canContinue, isBusy, finish, background, children } = props
  return (
    <section className={classes.wizard} style={{ background }} aria-label={label}>
      <Stepper
        active={step}
        size="xs"
        iconSize={24}
        allowNextStepsSelect={false}
        onStepClick={(next) => !isOver && next < step && onStep(next)}
      >
        {steps.map((name) => (
          <Stepper.Step key={name} label={name} />
        ))}
      </Stepper>
      <Stack maw={960} mt={20}>
        {children}
        {!isOver && (
          <Group gap="xs">
            {step > 0 && (
              <Button variant="default" onClick={() => onStep(step - 1)}>
                Back
              </Button>
            )}
            <Button
              disabled={!canContinue}
              loading={isBusy}
              onClick={() => (finish ? finish.run() : onStep(step + 1))}
            >
              {finish?.label ?? 'Continue'}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}
