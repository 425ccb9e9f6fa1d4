import { ActionIcon, Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import type { Lead } from '#contract/leads/leads.ts'
import { hasDialog, isTyping, useDocumentKey } from '#web/lib/keys.ts'
import { actionsForOne, type LeadAction } from '#web/lib/lead-actions.ts'
import { useCopy } from '#web/ui/copy-button.tsx'
import { ActionButton } from '../lead-actions/action-items.tsx'
import { useCellOffer, useTakenOffer } from '../lead-actions/cell-offers.tsx'
import { leadTitle } from '../lead-data/lead-value.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import { leadText } from './lead-text.ts'
import classes from './lead-tools.module.css'

/** Requests an action for the selected leads or for one; `after` runs when it is done. */
export type RequestForLead = (action: LeadAction, lead?: number, after?: () => void) => void

interface LeadToolsProps {
  target: ListTarget
  lead: Lead
  /** Actions of the list's page. */
  actions: readonly LeadAction[]
  onAction: RequestForLead
  /** The active action. */
  busy: string | undefined
  /** The lead was deleted. */
  onGone: () => void
  /** At the bottom of a small screen, far from the values. */
  atFoot: boolean
}

/** `c` copies the open lead, wherever the focus is. */
function useCopyKey(copy: () => void) {
  useDocumentKey((event) => {
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    const inLead = event.target instanceof Element && event.target.closest('[data-lead-panel]') !== null
    if (event.key !== 'c' || held || event.defaultPrevented || isTyping(event.target)) return
    if (hasDialog() && !inLead) return
    event.preventDefault()
    copy()
  })
}

/** The action that finds a value: at once if offered, else with a dialog. */
function FindButton({ action, ...rest }: Omit<LeadToolsProps, 'actions'> & { action: LeadAction }) {
  const { lead, target, onAction, busy, atFoot } = rest
  const found = useCellOffer(lead, action.cell?.field ?? '')
  const { begin: start, isTaken } = useTakenOffer(found?.run ?? (async () => {}))
  // The placeholder of the value offers the same.
  if (found && !atFoot) return null
  if (!found)
    return (
      <ActionButton action={action} target={target} onAction={() => onAction(action, lead.id)} busy={busy} />
    )
  const Icon = action.icon
  return (
    <Button
      leftSection={<Icon aria-hidden />}
      rightSection={
        <Text component="span" fz="xs" fw={400}>
          {found.offer.price()}
        </Text>
      }
      disabled={isTaken}
      onClick={start}
    >
      {isTaken ? 'Starting…' : found.offer.label}
    </Button>
  )
}

/** Actions with their own button; the others are in the menu. The footer of a small screen has one line. */
const MOST_BUTTONS = 2

/** Actions for the open lead. */
export function LeadTools(props: LeadToolsProps) {
  const { target, lead, actions, onAction, busy, onGone } = props
  const { copied, copy } = useCopy(() => leadText(lead))
  useCopyKey(() => void copy())
  const offered = actionsForOne(lead, actions)
  const plain = offered.filter(({ danger }) => !danger)
  const most = props.atFoot ? 1 : MOST_BUTTONS
  const rest = plain.slice(most)
  const MenuMark = copied ? IconCheck : IconDots
  return (
    <section
      className={classes.tools}
      data-foot={props.atFoot || undefined}
      aria-label={`Actions for ${leadTitle(lead)}`}
    >
      {plain.slice(0, most).map((action) => {
        if (action.cell) return <FindButton key={`${action.name} ${lead.id}`} action={action} {...props} />
        return (
          <ActionButton
            key={action.name}
            action={action}
            target={target}
            onAction={() => onAction(action, lead.id)}
            busy={busy}
          />
        )
      })}
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions for this lead">
            <MenuMark size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rest.map((action) => (
            <Menu.Item
              key={action.name}
              leftSection={<action.icon size={14} stroke={1.75} aria-hidden />}
              onClick={() => onAction(action, lead.id)}
            >
              {action.label}
            </Menu.Item>
          ))}
          {rest.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
            onClick={() => void copy()}
          >
            Copy all values
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden aria-live="polite">{copied && 'Copied'}</VisuallyHidden>
      {offered
        .filter(({ danger }) => danger)
        .map((action) => (
          <ActionIcon
            key={action.name}
            variant="subtle"
            color="red"
            size={30}
            className={props.atFoot ? undefined : classes.end}
            aria-label={`${action.label} this lead`}
            title={action.label}
            // Not `loading`, which would drop the focus: the next lead appears under it.
            aria-busy={busy === action.name}
            onClick={() => busy !== action.name && onAction(action, lead.id, onGone)}
          >
            <action.icon size={16} stroke={1.75} />
          </ActionIcon>
        ))}
    </section>
  )
}
