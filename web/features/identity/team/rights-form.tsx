import { Checkbox, NativeSelect, NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { MODULE_LABELS, MODULES, type ModuleSlug } from '#contract/core/constants.ts'
import { inviteMember, type Member, TEAM_ROLES, updateMember } from '#contract/identity/team.ts'
import { ROLE_LABELS } from '#web/lib/account-labels.ts'
import { loadSession } from '#web/lib/session.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { changedRights, makeDraft, newRights, type RightsDraft, readRights } from './rights.ts'

const ROLE_HINTS: Record<Member['role'], string> = {
  user: 'Manages the team and the wallet',
  related: 'Has the access granted below',
  admin: 'Manages the whole site',
}
const MAX_CAP = 1_000_000_000

/** Why someone's role cannot be changed. */
function roleFixed({ is_me, can }: Member): string | undefined {
  if (can.change_role) return undefined
  return is_me ? 'Another owner can change your role' : 'Administrators are managed in the admin panel'
}

interface FieldsProps<V extends RightsDraft> {
  form: Form<V>
  /** Modules that can be granted. */
  grantable: readonly ModuleSlug[]
  /** The member; absent for an invitation. */
  member?: Member
}

/** Role, modules, wallet and monthly limit, for an invitation or a member. */
function RightsFields<V extends RightsDraft>({ form, grantable, member }: FieldsProps<V>) {
  const { role, modules, granted_modules } = form.values
  const fixed = member && roleFixed(member)
  const always = role !== 'related'
  const limitsFixed = member?.can.change_limits === false
  const capFixed = limitsFixed ? 'Another owner can change your limit' : undefined
  // In sidebar order, where the admin panel comes last.
  const inOrder = MODULES.filter((slug) => grantable.includes(slug))
  return (
    <>
      <NativeSelect
        {...form.field('role')}
        label="Role"
        description={fixed ?? ROLE_HINTS[role]}
        disabled={fixed !== undefined}
        data={(role === 'admin' ? ['admin' as const] : TEAM_ROLES).map((value) => ({
          value,
          label: ROLE_LABELS[value],
        }))}
      />
      <Radio.Group
        {...form.field('modules')}
        label="Modules"
        description={limitsFixed && 'Another owner can change your modules'}
        error={form.errors.granted_modules}
      >
        <Stack gap={8}>
          <Radio size="xs" value="chosen" disabled={limitsFixed} label="Selected modules" />
          {modules === 'chosen' && (
            <Checkbox.Group
              {...form.field('granted_modules')}
              error={undefined}
              aria-label="Selected modules"
              description={granted_modules.length === 0 && 'Without any module, only settings are available.'}
            >
              <Stack gap={8} ps="lg">
                {inOrder.map((slug) => (
                  <Checkbox
                    key={slug}
                    size="xs"
                    value={slug}
                    disabled={limitsFixed}
                    label={MODULE_LABELS[slug]}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Radio
            size="xs"
            value="all"
            disabled={limitsFixed}
            label="Everything the account has, now and in the future"
          />
        </Stack>
      </Radio.Group>
      <Switch
        {...form.field('access_to_wallet', 'checkbox')}
        label="Access to the wallet"
        description={always ? 'Owners always have it' : 'Can see the account’s credits and transactions'}
        disabled={always}
        {...(always ? { checked: true } : {})}
      />
      <Switch
        {...form.field('own_lists_only', 'checkbox')}
        label="Only their own lists"
        description={
          always
            ? 'Owners see all lists'
            : 'Sees lists that they create or are handed, and nothing of the other ones: no leads, runs, autopilots or statements'
        }
        disabled={always}
        {...(always ? { checked: false } : {})}
      />
      <NumberInput
        {...form.field('monthly_credit_cap')}
        label="Credits per month"
        description={capFixed ?? 'Leave empty for no limit'}
        disabled={capFixed !== undefined}
        placeholder="No limit"
        min={0}
        max={MAX_CAP}
        clampBehavior="strict"
        allowNegative={false}
        thousandSeparator=","
      />
    </>
  )
}

interface FormProps {
  grantable: readonly ModuleSlug[]
  onClose: () => void
}

/** Invites a person, with their rights. */
export function InviteForm({ grantable, onClose }: FormProps) {
  const form = useContractForm(inviteMember, {
    initial: { email: '', first_name: '', ...makeDraft(newRights(grantable), grantable) },
    body: ({ email, first_name, ...rights }) => ({ email: email.trim(), first_name, ...readRights(rights) }),
    place: ({ code, message }): Record<string, string> => (code === 'conflict' ? { email: message } : {}),
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Send invitation" onCancel={onClose}>
      <TextInput
        {...form.field('email')}
        type="email"
        label="Email"
        autoComplete="off"
        maxLength={254}
        data-autofocus
      />
      <TextInput
        {...form.field('first_name')}
        label="First name"
        description="Optional. Used in the greeting of the email"
        autoComplete="off"
        maxLength={100}
      />
      <RightsFields form={form} grantable={grantable} />
    </ContractForm>
  )
}

/** Rights of a member. */
export function EditForm({ member, grantable, onClose }: FormProps & { member: Member }) {
  const before = makeDraft(member, grantable)
  const form = useContractForm(updateMember, {
    initial: before,
    params: { id: member.id },
    body: (now) => changedRights(before, now),
    onSuccess: async () => {
      onClose()
      if (member.is_me) await loadSession({ again: true })
    },
  })
  return (
    <ContractForm form={form} submitLabel="Save" onlyChanges onCancel={onClose}>
      <RightsFields form={form} grantable={grantable} member={member} />
    </ContractForm>
  )
}
