import { Checkbox, NativeSelect, NumberInput, Radio, Stack, Switch } from '@mantine/core'
import type { ModuleSlug } from '#contract/constants.ts'
import { TEAM_ROLES } from '#contract/team.ts'
import { fieldError, type RightsDraft, type TeamRole } from './rights-draft.ts'
import { MODULE_WORDS, ROLE_WORDS } from './team-labels.ts'
import classes from './team-page.module.css'

interface RightsFieldsProps {
  draft: RightsDraft
  onChange: (next: RightsDraft) => void
  /** Modules that can be granted. */
  offered: readonly ModuleSlug[]
  errors: Record<string, string>
  /** Why the role cannot be changed; it can when absent. */
  roleFixed?: string | undefined
  /** The same for the limit. */
  capFixed?: string | undefined
}

const ROLE_HINTS: Record<RightsDraft['role'], string> = {
  user: 'Manages the team and the wallet',
  related: 'Works with what is granted below',
  admin: 'Runs the whole site',
}

const MAX_CAP = 1_000_000_000

function RoleField({ draft, onChange, errors, roleFixed }: RightsFieldsProps) {
  const roles = draft.role === 'admin' ? (['admin'] as const) : TEAM_ROLES
  return (
    <NativeSelect
      name="role"
      label="Role"
      description={roleFixed ?? ROLE_HINTS[draft.role]}
      value={draft.role}
      disabled={roleFixed !== undefined}
      data={roles.map((value) => ({ value, label: ROLE_WORDS[value] }))}
      error={fieldError(errors, 'role')}
      onChange={(event) => onChange({ ...draft, role: event.currentTarget.value as TeamRole })}
    />
  )
}

function ModuleFields({ draft, onChange, offered, errors }: RightsFieldsProps) {
  return (
    <Radio.Group
      label="Modules"
      value={draft.everything ? 'all' : 'chosen'}
      onChange={(value) => onChange({ ...draft, everything: value === 'all' })}
      error={fieldError(errors, 'granted_modules')}
    >
      <Stack gap={8}>
        <Radio size="xs" value="all" label="Everything that the account has, also later" />
        <Radio size="xs" value="chosen" label="Chosen ones" />
        {!draft.everything && (
          <Checkbox.Group
            aria-label="Chosen modules"
            value={draft.modules}
            onChange={(modules) => onChange({ ...draft, modules: modules as ModuleSlug[] })}
          >
            <Stack gap={8} className={classes.modules}>
              {offered.map((slug) => (
                <Checkbox key={slug} size="xs" value={slug} label={MODULE_WORDS[slug]} />
              ))}
              {draft.modules.length === 0 && (
                <span className={classes.quiet}>Without a module only the settings remain.</span>
              )}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
    </Radio.Group>
  )
}

/** Role, modules, wallet and monthly limit: the same fields for an invitation and for a member. */
export function RightsFields(props: RightsFieldsProps) {
  const { draft, onChange, errors, capFixed } = props
  const always = draft.role !== 'related'
  return (
    <>
      <RoleField {...props} />
      <ModuleFields {...props} />
      <Switch
        label="Access to the wallet"
        description={
          always ? 'A main user always has it' : 'Sees the credits of the account and where they went'
        }
        checked={always || draft.wallet}
        disabled={always}
        error={fieldError(errors, 'access_to_wallet')}
        onChange={(event) => onChange({ ...draft, wallet: event.currentTarget.checked })}
      />
      <NumberInput
        name="monthly_credit_cap"
        label="Credits per month"
        description={capFixed ?? 'The most that may be spent in a calendar month; empty is no limit'}
        disabled={capFixed !== undefined}
        placeholder="No limit"
        min={0}
        max={MAX_CAP}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        value={draft.cap ?? ''}
        error={fieldError(errors, 'monthly_credit_cap')}
        onChange={(cap) => onChange({ ...draft, cap: typeof cap === 'number' ? cap : null })}
      />
    </>
  )
}
