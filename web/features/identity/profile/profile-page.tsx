import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  ACCOUNT_SETTING_NAMES,
  ACCOUNT_SETTINGS,
  type AccountSettingName,
  accountSetting,
} from '#contract/accounts/account-settings.ts'
import type { HourCycle, LocaleId } from '#contract/core/locales.ts'
import { updateMe } from '#contract/identity/me.ts'
import type { User } from '#contract/identity/user.ts'
import { moduleLabel } from '#web/lib/account-labels.ts'
import { formatDay } from '#web/lib/format.ts'
import { can, loadSession, useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { FormatFields } from './format-fields.tsx'
import classes from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'

/** Editable fields: the person's name, and for owners fields of the account. */
const makeDraft = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  own_time_zone: user.formats.time_zone ?? '',
  locale: user.formats.locale ?? '',
  hour_cycle: user.formats.hour_cycle ?? '',
  ...(can(user, 'manage_account') &&
    (Object.fromEntries(
      ACCOUNT_SETTING_NAMES.map((name) => [name, user.account[ACCOUNT_SETTINGS[name].column]]),
    ) as Record<AccountSettingName, string>)),
})

function SaveHint({ dirty, saved }: { dirty: boolean; saved: boolean }) {
  const [Icon, tone, label] = dirty
    ? ([IconPencil, 'warning', 'Unsaved changes'] as const)
    : ([IconCircleCheck, 'success', 'Saved'] as const)
  return (
    <Group
      component="span"
      role="status"
      display="inline-flex"
      wrap="nowrap"
      gap={6}
      c={`var(--app-${tone})`}
    >
      {(dirty || saved) && (
        <>
          <Icon size={14} stroke={1.75} aria-hidden />
          {label}
        </>
      )}
    </Group>
  )
}

function ProfileForm({ user }: { user: User }) {
  const [saved, setSaved] = useState(false)
  const form = useContractForm(updateMe, {
    initial: makeDraft(user),
    body: ({ own_time_zone, locale, hour_cycle, ...rest }) => ({
      ...rest,
      own_time_zone: own_time_zone || null,
      locale: (locale || null) as LocaleId | null,
      hour_cycle: (hour_cycle || null) as HourCycle | null,
    }),
    // Shown instead: the state beside the button
    quiet: true,
    onSuccess: async () => {
      await loadSession({ again: true })
      setSaved(true)
    },
  })
  const { dirty, busy } = form
  return (
    <ContractForm
      form={form}
      submitLabel="Save"
      onlyChanges
      leaving={{ title: 'Leave without saving?', text: 'Your changes to the profile are not saved.' }}
      beside={
        <>
          {dirty && !busy && (
            <Button variant="default" onClick={() => form.restart()}>
              Discard
            </Button>
          )}
          <SaveHint dirty={dirty} saved={saved} />
        </>
      }
    >
      <SimpleGrid minColWidth={180} autoFlow="auto-fit" spacing="sm" verticalSpacing="md">
        <TextInput
          {...form.field('first_name')}
          label="First name"
          autoComplete="given-name"
          maxLength={100}
        />
        <TextInput
          {...form.field('last_name')}
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
        />
      </SimpleGrid>
      {can(user, 'manage_account') &&
        ACCOUNT_SETTING_NAMES.map((name) => {
          const { input, label, help, maxLength, autoComplete } = accountSetting(name)
          return input === 'time-zone' ? (
            <TimeZoneInput key={name} label={label} {...form.field(name)} />
          ) : (
            <TextInput
              key={name}
              {...form.field(name)}
              label={label}
              description={help}
              autoComplete={autoComplete}
              maxLength={maxLength}
            />
          )
        })}
      <FormatFields form={form} />
    </ContractForm>
  )
}

function roleLabel(user: User): string {
  if (user.role === 'admin') return 'Administrator'
  return user.isMainUser ? 'Owner of the account' : 'Member of the team'
}

function Facts({ user }: { user: User }) {
  return (
    <dl className={classes.facts}>
      <dt>Email</dt>
      <dd>
        {user.email}{' '}
        <Link to="/profile-settings/email" aria-label="Change the email address">
          Change
        </Link>
      </dd>
      <dt>Role</dt>
      <dd>{roleLabel(user)}</dd>
      {!can(user, 'manage_account') && (
        <>
          <dt>Account</dt>
          <dd>{user.account.name}</dd>
        </>
      )}
      <dt>Modules</dt>
      <dd>{moduleLabel(user.modules.map(({ slug }) => slug))}</dd>
      <dt>Member since</dt>
      <dd>
        <time dateTime={user.created_at}>{formatDay(user.created_at)}</time>
      </dd>
    </dl>
  )
}

/** The person's name, for owners the account's settings, and fixed facts. */
export function ProfilePage() {
  const user = useUser()
  return (
    <SettingsPage title="Profile">
      <ProfileForm user={user} />
      <Facts user={user} />
    </SettingsPage>
  )
}
