import { ActionIcon, Button, Checkbox, Group, Menu, NativeSelect, NumberInput, Text } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { PROMPT_TYPE_LABELS, PROMPT_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { isSender } from '#contract/core/crms/index.ts'
import { crmConnections } from '#contract/leads/crm.ts'
import { labels } from '#contract/leads/labels.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { leadViews } from '#contract/leads/views.ts'
import {
  AUTOPILOT_STEP_NAMES,
  type AutopilotStep,
  type AutopilotStepName,
  findChangeStep,
  MAX_STEPS,
  stepDefinition,
} from '#contract/prospecting/autopilot-steps.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { MoveButtons } from '#web/ui/line-tools.tsx'
import classes from './autopilot.module.css'
import { conditionChoices, conditionValue, initialOptions } from './autopilot-labels.ts'

interface OptionProps {
  value: Record<string, unknown>
  error: string | undefined
  onChange: (options: Record<string, unknown>) => void
}

function LabelOption({ value, error, onChange }: OptionProps) {
  const all = useEndpoint(labels).data?.data ?? []
  return (
    <NativeSelect
      label="Label"
      error={error}
      value={String(value.label_id ?? '')}
      onChange={(event) => onChange({ label_id: Number(event.currentTarget.value) })}
      data={[
        { value: '', label: 'Choose a label', disabled: true },
        ...all.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

function WantOption({ value, error, onChange }: OptionProps) {
  return (
    <NativeSelect
      label="Find"
      error={error}
      value={String(value.want ?? 'email')}
      onChange={(event) => onChange({ want: event.currentTarget.value })}
      data={[
        { value: 'email', label: 'Emails' },
        { value: 'phone', label: 'Phone numbers' },
        { value: 'profile', label: 'Profiles' },
      ]}
    />
  )
}

function PromptOption({ value, error, onChange }: OptionProps) {
  return (
    <>
      <NativeSelect
        label="Text"
        error={error}
        value={String(value.prompt ?? 'first_line')}
        onChange={(event) => onChange({ ...value, prompt: event.currentTarget.value })}
        data={PROMPT_TYPES.map((type) => ({ value: type, label: PROMPT_TYPE_LABELS[type] }))}
      />
      <NumberInput
        label="Max credits"
        placeholder="As quoted"
        min={0}
        max={1_000_000}
        value={typeof value.max_credits === 'number' ? value.max_credits : ''}
        onChange={(next) => onChange({ ...value, max_credits: typeof next === 'number' ? next : null })}
      />
    </>
  )
}

function ConnectionOption({ value, error, onChange }: OptionProps) {
  // Nobody is handed over to a sender without someone having looked.
  const all = (useEndpoint(crmConnections).data?.data ?? []).filter(({ crm }) => !isSender(crm))
  return (
    <>
      <NativeSelect
        label="CRM"
        error={error}
        value={String(value.connection_id ?? '')}
        onChange={(event) => onChange({ ...value, connection_id: Number(event.currentTarget.value) })}
        data={[
          { value: '', label: 'Choose a connection', disabled: true },
          ...all.map(({ id, label }) => ({ value: String(id), label })),
        ]}
      />
      <Checkbox
        label="Only with a verified email"
        checked={value.only_verified === true}
        onChange={(event) => onChange({ ...value, only_verified: event.currentTarget.checked })}
      />
      <Checkbox
        label="Only new contacts"
        checked={value.only_new === true}
        onChange={(event) => onChange({ ...value, only_new: event.currentTarget.checked })}
      />
    </>
  )
}

function GoOnOption({ value, error, onChange }: OptionProps) {
  return (
    <NativeSelect
      label="Go on with"
      error={error}
      value={String(value.go_on ?? 'new')}
      onChange={(event) => onChange({ go_on: event.currentTarget.value })}
      data={[
        { value: 'new', label: 'New leads' },
        { value: 'changed', label: 'Changed leads' },
      ]}
    />
  )
}

/** Options of steps; a step without an entry has none. */
const OPTIONS: Partial<Record<AutopilotStepName, typeof LabelOption>> = {
  label: LabelOption,
  waterfall: WantOption,
  'check-websites': GoOnOption,
  'ai-text': PromptOption,
  push: ConnectionOption,
}

const ICON = { size: 15, stroke: 1.75, 'aria-hidden': true } as const

interface StepLineProps {
  step: AutopilotStep
  at: number
  count: number
  choices: ReturnType<typeof conditionChoices>
  /** The leads without a condition, as the steps before leave them. */
  everyone: string
  errors: Record<string, string>
  onChange: (step: AutopilotStep) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function StepLine({ step, at, count, choices, everyone, errors, onChange, onMove, onRemove }: StepLineProps) {
  const { label, about } = stepDefinition(step.step)
  const Options = OPTIONS[step.step]
  const condition = conditionValue(choices, step.condition)
  const errorAt = (path: string) =>
    Object.entries(errors).find(([field]) => field.startsWith(`steps.${at}.${path}`))?.[1]
  return (
    <li className={`divided ${classes.step}`}>
      <Text component="span" c="dimmed" className="numeric">
        {at + 1}
      </Text>
      <span>
        {label}
        <Hint component="small" display="block">
          {errorAt('step') ?? about}
        </Hint>
      </span>
      <Group component="span" display="inline-flex" align="stretch" wrap="nowrap" gap={0}>
        <MoveButtons
          name={label}
          isFirst={at === 0}
          isLast={at === count - 1}
          onStep={(by) => onMove(at + by)}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconX {...ICON} />
        </ActionIcon>
      </Group>
      <div className={classes.choices}>
        {Options && (
          <Options
            value={step.options}
            error={errorAt('options')}
            onChange={(options) => onChange({ ...step, options })}
          />
        )}
        <NativeSelect
          label="For"
          aria-label={`${label}: for which leads`}
          error={errorAt('condition')}
          value={condition}
          onChange={(event) => {
            const chosen = choices.find(({ value }) => value === event.currentTarget.value)
            if (chosen) onChange({ ...step, condition: chosen.filters })
          }}
          data={[
            ...choices.map(({ value, label, filters }) => ({ value, label: filters ? label : everyone })),
            ...(condition === 'own' ? [{ value: 'own', label: 'Only leads that match its filter' }] : []),
          ]}
        />
      </div>
    </li>
  )
}

function movedStep(steps: readonly AutopilotStep[], from: number, to: number): AutopilotStep[] {
  const rest = steps.filter((_, at) => at !== from)
  return [...rest.slice(0, to), steps[from] as AutopilotStep, ...rest.slice(to)]
}

/** All leads of a step, as the steps before it leave them. */
function nameLeads(steps: readonly AutopilotStep[], at: number): string {
  if (stepDefinition((steps[at] as AutopilotStep).step).wholeList) return 'All leads of the list'
  return findChangeStep(steps.slice(0, at)) ? 'All changed leads' : 'All new leads'
}

/** Steps that run on new leads, in order. */
export function StepFields({
  type,
  steps,
  errors,
  onChange,
}: {
  type: ListTypeId
  steps: readonly AutopilotStep[]
  errors: Record<string, string>
  onChange: (steps: AutopilotStep[]) => void
}) {
  const views = useEndpoint(leadViews, { query: { type } }).data?.data ?? []
  const { actions, fields } = LIST_TYPES[type]
  const choices = conditionChoices(views as never, new Set(fields.map(({ name }) => name)))
  const offered = AUTOPILOT_STEP_NAMES.filter((name) => {
    const { action } = stepDefinition(name)
    return !action || actions.includes(action)
  })
  const add = (step: AutopilotStepName) =>
    onChange([...steps, { step, options: initialOptions(step), condition: null }])
  return (
    <>
      {steps.length > 0 && (
        <Frame component="ol" mb="sm">
          {steps.map((step, at) => (
            <StepLine
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and may occur twice
              key={`${step.step}-${at}`}
              step={step}
              at={at}
              choices={choices}
              everyone={nameLeads(steps, at)}
              errors={errors}
              count={steps.length}
              onChange={(next) => onChange(steps.map((other, place) => (place === at ? next : other)))}
              onMove={(to) => onChange(movedStep(steps, at, to))}
              onRemove={() => onChange(steps.filter((_, place) => place !== at))}
            />
          ))}
        </Frame>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            disabled={steps.length >= MAX_STEPS}
            leftSection={<IconPlus aria-hidden />}
          >
            Add a step
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((name) => (
            <Menu.Item key={name} onClick={() => add(name)}>
              {stepDefinition(name).label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
