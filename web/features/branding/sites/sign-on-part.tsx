import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import {
  removeSignOn,
  type SignOn,
  type SignOnGroup,
  saveSignOn,
  showSignOn,
} from '#contract/branding/sign-on.ts'
import type { Site } from '#contract/branding/site.ts'
import { MODULE_LABELS, MODULES, type ModuleSlug } from '#contract/core/constants.ts'
import { call } from '#web/lib/api.ts'
import { refreshBrand } from '#web/lib/branding.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Part } from '#web/ui/part.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const MODULE_CHOICES = MODULES.map((value) => ({ value, label: MODULE_LABELS[value] }))
const NEW_GROUP: SignOnGroup = { group: '', owner: false, modules: null }

interface GroupsProps {
  groups: SignOnGroup[]
  isPlatform: boolean
  error: unknown
  onChange: (groups: SignOnGroup[]) => void
}

/** A line for each group: what its people may do. */
function Groups({ groups, isPlatform, error, onChange }: GroupsProps) {
  const set = (at: number, change: Partial<SignOnGroup>) =>
    onChange(groups.map((group, index) => (index === at ? { ...group, ...change } : group)))
  return (
    <Stack gap="sm">
      {groups.map(({ group, owner, modules }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity while they are typed
        <Stack gap={6} key={index}>
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              label="Group at the provider"
              flex={1}
              maxLength={200}
              value={group}
              error={index === 0 ? (error as string | undefined) : undefined}
              onChange={(event) => set(index, { group: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label={`Remove the group ${group}`}
              onClick={() => onChange(groups.filter((_, at) => at !== index))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
          <MultiSelect
            label="Modules"
            data={MODULE_CHOICES}
            placeholder={modules === null ? 'All of the account' : undefined}
            value={modules ?? []}
            onChange={(chosen) =>
              set(index, { modules: chosen.length > 0 ? (chosen as ModuleSlug[]) : null })
            }
          />
          {!isPlatform && (
            <Switch
              size="xs"
              label="Owner of the account"
              checked={owner}
              onChange={(event) => set(index, { owner: event.currentTarget.checked })}
            />
          )}
        </Stack>
      ))}
      <Button variant="default" size="xs" w="fit-content" onClick={() => onChange([...groups, NEW_GROUP])}>
        Add group
      </Button>
    </Stack>
  )
}

const initialValues = (known: SignOn | null) => ({
  label: known?.label ?? '',
  issuer: known?.issuer ?? 'https://',
  client_id: known?.client_id ?? '',
  client_secret: '',
  domains: known?.domains ?? [],
  create_people: known?.create_people ?? true,
  join_existing: known?.join_existing ?? false,
  enforced: known?.enforced ?? false,
  groups_claim: known?.groups_claim ?? 'groups',
  groups: known?.groups ?? [],
})

interface FormProps {
  site: Site
  known: SignOn | null
  redirectUris: string[]
}

function SignOnForm({ site, known, redirectUris }: FormProps) {
  const query = { account_id: site.account_id }
  const { confirm, dialog } = useDialog()
  const form = useContractForm(saveSignOn, {
    query,
    initial: initialValues(known),
    body: ({ client_secret, ...values }) => ({ ...values, ...(client_secret && { client_secret }) }),
    onSuccess: async (_reply, values) => {
      form.restart({ ...values, client_secret: '' })
      await refreshBrand()
    },
  })
  const remove = () =>
    confirm({
      title: 'Remove sign-on?',
      confirmLabel: 'Remove sign-on',
      danger: true,
      onConfirm: async () => {
        await call(removeSignOn, { query })
        await refreshBrand()
      },
      children: 'People who have no password set one with “Forgot password?”.',
    })
  return (
    <ContractForm
      form={form}
      submitLabel="Save sign-on"
      onlyChanges
      leaving={{ title: 'Leave without saving?', text: 'The sign-on isn’t saved yet.' }}
    >
      <Part
        title="Sign-on with your provider"
        hint="People of your own account sign in through an OpenID Connect provider, such as your company’s directory."
      >
        <TextInput {...form.field('label')} label="Name on the button" placeholder="Company" maxLength={60} />
        <TextInput
          {...form.field('issuer')}
          label="Issuer"
          description="Address of the provider"
          maxLength={500}
        />
        <TextInput {...form.field('client_id')} label="Client ID" autoComplete="off" maxLength={300} />
        <PasswordInput
          {...form.field('client_secret')}
          label="Client secret"
          autoComplete="new-password"
          placeholder={known?.has_client_secret ? 'Saved. Type a new one to replace it' : undefined}
          maxLength={500}
        />
        <Hint>{`Register at the provider: ${redirectUris.join(', ') || 'the address of your domain, once it is active'}`}</Hint>
        <TagsInput
          label="Email domains"
          description="Only verified addresses of these domains may sign in"
          value={form.values.domains}
          error={form.errors.domains}
          onChange={(domains) => form.set({ domains })}
        />
        <Switch {...form.field('create_people', 'checkbox')} label="Add people at their first sign-in" />
        <Switch
          {...form.field('join_existing', 'checkbox')}
          label="Join people who are in the account already"
          description="By their verified email. They get an email about it"
        />
        <Switch
          {...form.field('enforced', 'checkbox')}
          label="Members sign in this way only"
          description="Ends their other sessions. Owners keep their password as a way back"
        />
        <TextInput
          {...form.field('groups_claim')}
          label="Claim with the groups"
          description="Without groups below, everyone is a member with all modules"
          maxLength={100}
        />
        <Groups
          groups={form.values.groups}
          isPlatform={site.is_platform}
          error={form.errors.groups}
          onChange={(groups) => form.set({ groups })}
        />
        {known && (
          <Button variant="default" color="red" size="xs" w="fit-content" onClick={remove}>
            Remove sign-on
          </Button>
        )}
      </Part>
      {dialog}
    </ContractForm>
  )
}

/** Sign-on of the site's own people with an OpenID Connect provider. */
export function SignOnPart({ site }: { site: Site }) {
  const found = useEndpoint(
    showSignOn,
    { query: { account_id: site.account_id } },
    { refetchOnWindowFocus: false },
  )
  if (found.data) {
    const { data, redirect_uris } = found.data
    return <SignOnForm key={data ? 'known' : 'new'} site={site} known={data} redirectUris={redirect_uris} />
  }
  return found.isError ? (
    <LoadError what="The sign-on" query={found} />
  ) : (
    <SkeletonRows rows={3} height={58} label="Loading the sign-on" />
  )
}
