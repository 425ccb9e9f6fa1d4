import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useRef, useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { reasonKey } from '#contract/leads/reasons.ts'
import {
  changeService,
  createService,
  MAX_SERVICE_SIGNALS,
  SERVICE_TEMPLATE_IDS,
  SERVICE_TEMPLATES,
  type Service,
  type ServiceSignal,
  type ServiceTemplateId,
  templateSignals,
} from '#contract/leads/services.ts'
import type { FieldErrors } from '#web/lib/form-errors.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { answerQuestion, readReason, reasonLabel, reasonOptions, VALUE_QUESTIONS } from './reason-labels.ts'
import classes from './services.module.css'

interface ReasonsProps {
  reasons: ServiceSignal[]
  onChange: (reasons: ServiceSignal[]) => void
  error: string | undefined
}

/** The chosen reasons in their order, each to move or remove. */
function ChosenReasons({ reasons, onChange }: Omit<ReasonsProps, 'error'>) {
  const list = useRef<HTMLOListElement>(null)
  const without = (at: number) => reasons.filter((_reason, other) => other !== at)
  const raise = (at: number) => {
    const [above, moved] = [reasons[at - 1], reasons[at]]
    if (!above || !moved) return
    onChange(reasons.map((reason, other) => (other === at - 1 ? moved : other === at ? above : reason)))
  }
  const remove = (at: number) => {
    onChange(without(at))
    // Its button is gone: the focus continues with the list.
    list.current?.focus()
  }
  return (
    <ol ref={list} className={classes.reasons} aria-label="Reasons, the strongest first" tabIndex={-1}>
      {reasons.map((reason, at) => {
        const { label, means } = reasonLabel(reason)
        return (
          <li key={reasonKey(reason)} className={classes.reason}>
            <span className={classes.words}>
              {label}
              <Hint component="span" display="block">
                {means}
              </Hint>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move “${label}” up`}
              disabled={at === 0}
              onClick={() => raise(at)}
            >
              <IconArrowUp size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove “${label}”`}
              onClick={() => remove(at)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </ol>
  )
}

const QUESTIONS = VALUE_QUESTIONS.map(({ key, label }) => ({ value: key, label }))

/** A reason about a name, a number or a date: which signal, and which value. */
function ValueReason({ isFull, onAdd }: { isFull: boolean; onAdd: (reason: ServiceSignal) => void }) {
  const [key, setKey] = useState('technology:is')
  const [answer, setAnswer] = useState('')
  const question = VALUE_QUESTIONS.find((known) => known.key === key)
  const reason = question ? answerQuestion(question, answer) : null
  const set = (event: { currentTarget: { value: string } }) => setAnswer(event.currentTarget.value)
  return (
    <>
      <NativeSelect
        mt="xs"
        label="Or one about a value"
        value={key}
        data={QUESTIONS}
        onChange={(event) => {
          setKey(event.currentTarget.value)
          setAnswer('')
        }}
      />
      <Group align="end" gap="xs" mt="xs" wrap="nowrap">
        {question?.values ? (
          <NativeSelect
            flex={1}
            label="Value"
            value={answer}
            data={[{ value: '', label: 'Choose…' }, ...question.values]}
            onChange={set}
          />
        ) : (
          <TextInput
            flex={1}
            label="Value"
            inputMode={question?.isNumber ? 'numeric' : 'text'}
            maxLength={60}
            value={answer}
            onChange={set}
          />
        )}
        <Button
          variant="default"
          disabled={isFull || reason === null}
          onClick={() => {
            if (reason) onAdd(reason)
            setAnswer('')
          }}
        >
          Add
        </Button>
      </Group>
    </>
  )
}

/** Reasons of a service: what is chosen, and what can be added. */
function Reasons({ reasons, onChange, error }: ReasonsProps) {
  const isFull = reasons.length >= MAX_SERVICE_SIGNALS
  const add = (reason: ServiceSignal | null) => {
    if (reason && !reasons.some((other) => reasonKey(other) === reasonKey(reason)))
      onChange([...reasons, reason])
  }
  return (
    <div>
      <Text fw={500}>Reasons to call, the strongest first</Text>
      {reasons.length > 0 && <ChosenReasons reasons={reasons} onChange={onChange} />}
      <NativeSelect
        label="Add a reason"
        value=""
        error={error}
        disabled={isFull}
        onChange={(event) => add(readReason(event.currentTarget.value))}
        data={[{ value: '', label: 'Choose…' }, ...reasonOptions(reasons)]}
      />
      <ValueReason isFull={isFull} onAdd={add} />
    </div>
  )
}

const TEMPLATES = [
  { value: '', label: 'None' },
  ...SERVICE_TEMPLATE_IDS.map((value) => ({ value, label: SERVICE_TEMPLATES[value].label })),
]
const isTemplateName = (name: string) =>
  SERVICE_TEMPLATE_IDS.some((id) => SERVICE_TEMPLATES[id].label === name)

function ServiceFields({ service, onClose }: { service?: Service; onClose: () => void }) {
  const form = useContractForm(service ? changeService : createService, {
    initial: {
      template: (service?.template ?? '') as ServiceTemplateId | '',
      name: service?.name ?? '',
      signals: service?.signals ?? ([] as ServiceSignal[]),
    },
    ...(service && { params: { id: service.id } }),
    body: ({ template, ...rest }) => (service ? rest : { ...rest, template: template || null }),
    check: ({ signals }): FieldErrors => (signals.length === 0 ? { signals: MESSAGES.required } : {}),
    // Shown instead: the service in the table
    quiet: true,
    onSuccess: onClose,
  })
  const { name, template, signals } = form.values
  const start = (next: ServiceTemplateId | '') =>
    form.set({
      template: next,
      ...(next && {
        signals: templateSignals(next),
        ...((name.trim() === '' || isTemplateName(name)) && { name: SERVICE_TEMPLATES[next].label }),
      }),
    })
  return (
    <ContractForm form={form} submitLabel={service ? 'Save' : 'Add service'} onCancel={onClose} onlyChanges>
      {!service && (
        <NativeSelect
          label="Template"
          description="Fills in a name and reasons, which you can change"
          data={TEMPLATES}
          value={template}
          onChange={(event) => start(event.currentTarget.value as ServiceTemplateId | '')}
          data-autofocus
        />
      )}
      <TextInput {...form.field('name')} label="Name" maxLength={60} />
      <Reasons
        reasons={signals}
        onChange={(next) => form.set({ signals: next })}
        error={form.errors.signals}
      />
    </ContractForm>
  )
}

/** Adds or edits a service. */
export const ServiceDialog = formDialog(
  ({ service }) => (service ? `Edit “${service.name}”` : 'New service'),
  480,
  ServiceFields,
)
